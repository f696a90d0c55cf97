import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { ToolRegistry } from "../../../src/runtime/index.js";

const prism = fileURLToPath(new URL("node_modules/@stoplight/prism-cli/dist/index.js", import.meta.url));

/** Starts Prism on loopback, which answers as a document says and refuses requests that it doesn't allow. */
export async function startMock(document: string): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [prism, "mock", document, "--port", String(port), "--host", "127.0.0.1", "--errors"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      if (printed.includes("Prism is listening")) return;
      printed += chunk;
      if (printed.includes("Prism is listening")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`the mock has ended: ${printed.slice(-2000)}`)));
  });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An imported tool: the parts of its spec that a call and a comparison need. */
interface ImportedSpec {
  readonly name: string;
  readonly http: {
    readonly body?: { readonly json?: unknown; readonly form?: object; readonly multipart?: object; readonly file?: string };
  };
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

/** So many tools of each document are called by the program `generated/bin/call`, and the others by a registry in this process. */
const byProgram = 4;

/** Calls each tool of a built project with its example, and sends the example's request to the server as well. */
export async function callExamples(project: string, folder: string): Promise<readonly CalledExample[]> {
  const files = readdirSync(join(project, folder)).filter((name) => name.endsWith(".yaml"));
  const specs = files.map((file): ImportedSpec => parse(readFileSync(join(project, folder, file), "utf8")));
  const names = specs.flatMap(({ examples }) => Object.keys(examples?.[0].given?.secrets ?? {}));
  const env = { ...process.env, ...Object.fromEntries(names.map((name) => [name, secret])) };
  const registry = new ToolRegistry({ environment: { workspace: project, env } });
  registry.registerGenerated(join(project, "generated"));
  const called: CalledExample[] = [];
  for (const spec of specs) {
    const [example] = spec.examples ?? [];
    // Files of examples don't exist.
    if (example?.expect.request === undefined || JSON.stringify(example.expect).includes("{{@workspace}}")) continue;
    const { status, answer } = await send(example.expect.request, spec);
    const result = await (called.length < byProgram
      ? callByProgram(project, spec.name, example.params, env)
      : callBy(registry, spec.name, example.params));
    called.push({ name: spec.name, spec, status, answer, ...result });
  }
  await registry.close();
  return called;
}

async function send({ method, url, headers = {}, body }: ExpectedRequest, { http }: ImportedSpec) {
  if (http.body?.multipart !== undefined) return sendParts({ method, url, headers, body });
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

async function sendParts({ method, url, headers = {}, body = {} }: ExpectedRequest) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Readonly<Record<string, string>>)) form.append(name, value);
  const response = await fetch(url, { method, headers: replaced(headers), body: form });
  return { status: response.status, answer: await response.text() };
}

const replaced = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/\bsecret$/, secret)]));

interface CallResult {
  readonly exitCode: number;
  readonly printed: string;
}

async function callBy(registry: ToolRegistry, name: string, params: object): Promise<CallResult> {
  const result = await registry.getTool(name)?.buildAndExecute(params, new AbortController().signal);
  const { llmContent = "", error } = result ?? { error: { message: `There is no ${name}.` } };
  if (error !== undefined) return { exitCode: 1, printed: error.message };
  return { exitCode: 0, printed: typeof llmContent === "string" ? llmContent : JSON.stringify(llmContent) };
}

function callByProgram(project: string, name: string, params: object, env: NodeJS.ProcessEnv): Promise<CallResult> {
  return new Promise((resolve) => {
    const child = execFile(
      join(project, "generated/bin/call"),
      [name],
      { cwd: project, env, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) =>
        resolve({ exitCode: error === null ? 0 : Number(error.code), printed: error === null ? stdout : `${stdout}${stderr}` }),
    );
    child.stdin?.end(JSON.stringify(params));
  });
}

/** Returns true if a result holds only what an answer holds at the same places. */
export function isPartOf(result: unknown, answer: unknown): boolean {
  if (Array.isArray(result))
    return Array.isArray(answer) && result.length === answer.length && result.every((item, n) => isPartOf(item, answer[n]));
  if (typeof result === "object" && result !== null) {
    if (typeof answer !== "object" || answer === null) return false;
    return Object.entries(result).every(
      ([key, value]) => Object.hasOwn(answer, key) && isPartOf(value, (answer as Record<string, unknown>)[key]),
    );
  }
  return result === answer;
}

/** Returns the value at a JSON Pointer. */
export const pointed = (value: unknown, pointer = ""): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")], value);
