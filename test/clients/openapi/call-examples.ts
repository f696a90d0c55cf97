import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** An imported tool: the parts of its spec that a call and a comparison need. */
interface ImportedSpec {
  readonly name: string;
  readonly http: { readonly body?: { readonly json?: unknown; readonly form?: object } };
  readonly output?: { readonly select?: string; readonly format?: string } | string;
  readonly examples?: readonly [
    {
      readonly given?: { readonly secrets: Readonly<Record<string, string>> };
      readonly params: object;
      readonly expect: { readonly request?: ExpectedRequest };
    },
  ];
}

interface ExpectedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface CalledExample {
  readonly name: string;
  readonly exitCode: number;
  readonly printed: string;
  readonly spec: ImportedSpec;
  /** The mock's own answer to the request that the spec's example expects. */
  readonly status: number;
  readonly answer: string;
}

/** The user name and password of Basic authentication, as the mock wants to read them. */
const secret = Buffer.from("user:password").toString("base64");

/** Calls each tool of a built project with its example, and sends the example's request to the server as well. */
export async function callExamples(project: string, folder: string): Promise<readonly CalledExample[]> {
  const files = readdirSync(join(project, folder)).filter((name) => name.endsWith(".yaml"));
  const specs = files.map((file): ImportedSpec => parse(readFileSync(join(project, folder, file), "utf8")));
  const pending = [...specs];
  const called: CalledExample[] = [];
  const work = async () => {
    for (let spec = pending.shift(); spec !== undefined; spec = pending.shift()) {
      const [example] = spec.examples ?? [];
      if (example?.expect.request === undefined) continue;
      const { status, answer } = await send(example.expect.request, spec);
      called.push({ name: spec.name, spec, status, answer, ...(await call(project, spec)) });
    }
  };
  await Promise.all([work(), work()]);
  return called;
}

async function send({ method, url, headers = {}, body }: ExpectedRequest, { http }: ImportedSpec) {
  const isJson = http.body?.json !== undefined;
  const text = body === undefined ? undefined : isJson ? JSON.stringify(body) : String(body);
  const type = isJson ? "application/json" : http.body?.form === undefined ? "text/plain" : "application/x-www-form-urlencoded";
  const response = await fetch(url, {
    method,
    headers: { ...(text === undefined ? {} : { "content-type": type }), ...replaced(headers) },
    ...(text === undefined ? {} : { body: text }),
  });
  return { status: response.status, answer: await response.text() };
}

const replaced = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/\bsecret$/, secret)]));

async function call(project: string, { name, examples }: ImportedSpec) {
  const [example] = examples ?? [];
  const secrets = Object.fromEntries(Object.keys(example?.given?.secrets ?? {}).map((one) => [one, secret]));
  const env = { ...process.env, ...secrets };
  return new Promise<{ readonly exitCode: number; readonly printed: string }>((resolve) => {
    const child = execFile(
      join(project, "generated/bin/call"),
      [name],
      { cwd: project, env, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) =>
        resolve({ exitCode: error === null ? 0 : Number(error.code), printed: error === null ? stdout : `${stdout}${stderr}` }),
    );
    child.stdin?.end(JSON.stringify(example?.params));
  });
}
