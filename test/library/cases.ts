import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execaSync } from "execa";
import { parse } from "yaml";
import { openCallResources } from "../../src/call/command/call-resources.late.js";
import { prepareOrRefuse } from "../../src/call/execute-call.js";
import { findTool } from "../../src/call/find-tool.js";
import { failureText, resultText } from "../../src/call/handler/printed-result.js";
import type { Handler } from "../../src/call/handler.js";
import { needsResources } from "../../src/call/run-call.js";
import type { PreparedCall } from "../../src/contract/call.js";
import type { RunOutcome } from "../../src/contract/call-result.js";
import type { ToolDefinition } from "../../src/contract/definition.js";
import { git } from "../kit/git.js";
import { type Printed, printed, printResult } from "../kit/printed.js";
import { builtProject } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const library = fileURLToPath(new URL("../../library/", import.meta.url));

interface WarmCall {
  readonly project: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Calls a tool of the library as `generated/bin/call` does, with its handler in this process instead of two processes of Node. */
async function warmCall(name: string, input: unknown, { project, workspace, env }: WarmCall): Promise<Printed> {
  const found = findTool(name, { bin: join(project, "generated/bin"), load: createRequire(import.meta.url) });
  if (!found.ok) throw new Error(found.message);
  const prepared = prepareOrRefuse(found.tool, input, { workspace, projectDir: project, env });
  if (!prepared.ok) return printed(prepared.refused);
  const { call } = prepared;
  const { definition } = prepared.tool;
  const handler = await handlerOf(definition.name);
  const around = needsResources(call) ? openCallResources(call, env) : undefined;
  try {
    const outcome = around?.problem ?? (await inSurroundings(around?.call ?? call, () => run(handler, call, { definition, project })));
    return printResult(around === undefined ? outcome : around.shown(outcome), prepared.tool, { env });
  } finally {
    around?.remove();
  }
}

/** The handler of each tool, as its spec names it. */
const handlers: ReadonlyMap<string, string> = new Map(
  readdirSync(library)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => parse(readFileSync(join(library, file), "utf8")))
    .map(({ name, handler }) => [name, handler]),
);

async function handlerOf(tool: string): Promise<Handler<unknown>> {
  const [file = "", exported = ""] = handlers.get(tool)?.split("#") ?? [];
  return (await import(join(library, file)))[exported];
}

/** Runs a handler. Its errors are on standard error, as those of its process. */
async function run(
  handler: Handler<unknown>,
  { stdin = "{}", cwd, env }: PreparedCall,
  { definition, project }: { readonly definition: ToolDefinition; readonly project: string },
): Promise<RunOutcome> {
  const secrets = Object.fromEntries(Object.keys(definition.secrets ?? {}).map((secret) => [secret, env[secret] ?? ""]));
  let updates = "";
  const update = (text: string) => {
    updates += `${text}\n`;
  };
  const ended = (code: number, stdout: string | Uint8Array, stderr = "") =>
    ({ kind: "exited", code, stdout: Buffer.from(stdout), stderr: Buffer.from(updates + stderr) }) as const;
  try {
    const result = await handler(JSON.parse(stdin), { signal: new AbortController().signal, update, cwd, secrets });
    return ended(0, resultText(result, definition.output.format));
  } catch (error) {
    return ended(1, "", `${failureText(error, project)}\n`);
  }
}

/** Does something in the folder and the environment that a call's process would have. */
async function inSurroundings<T>({ cwd, env }: PreparedCall, work: () => Promise<T>): Promise<T> {
  const own = { folder: process.cwd(), env: { ...process.env } };
  const set = (wanted: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) if (wanted[name] === undefined) delete process.env[name];
    Object.assign(process.env, wanted);
  };
  process.chdir(cwd);
  set(env);
  try {
    return await work();
  } finally {
    process.chdir(own.folder);
    set(own.env);
  }
}

const table = fileURLToPath(new URL("cases/", import.meta.url));

/** Bytes of a file of a case: a text in UTF-8, a text in another encoding, bytes in hexadecimal digits, a link, or a text many times over. */
export type CaseFile =
  | string
  | { readonly utf16le: string }
  | { readonly utf16be: string }
  | { readonly latin1: string }
  | { readonly hex: string }
  | { readonly link: string }
  | { readonly repeat: string; readonly times: number };

/** A call, with the results of a tool of the library, of its namesake in Gemini CLI and of pi's tool for the same job. `{{workspace}}` stands for the folder. */
export interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, CaseFile>>;
  /** True if the folder is a Git repository. */
  readonly git?: true;
  readonly params: object;
  /** Variables of the environment besides the test's own. `{{pages}}` stands for the server of `pages/`. */
  readonly env?: Readonly<Record<string, string>>;
  /** All of it, a part of an error, the type of an image or sound, or of what is long the number of lines and the end, or what it has, in this order, and hasn't. */
  readonly ours:
    | string
    | { readonly error: string }
    | { readonly media: string }
    | { readonly lines?: number; readonly ends: string }
    | { readonly has: readonly string[]; readonly lacks: readonly string[] };
  /** The content of files afterwards. */
  readonly after?: Readonly<Record<string, CaseFile>>;
  /** `same`: what matters of both answers is equal. Otherwise what the namesake answers, or begins with; nothing where it can't be asked. */
  readonly theirs?: string | { readonly error: string };
  /** Why ours is better where it isn't the same. */
  readonly better?: string;
  /** The result of pi's tool for the same job, in part, if it differs, and why ours is better if `better` above doesn't say it. */
  readonly pi?: { readonly says?: string; readonly error?: string; readonly better?: string };
}

/** The tables of cases, by the tool that they are about: TOOL.yaml, and where there is more to tell TOOL.WHAT.yaml. */
export const cases: readonly (readonly [tool: string, cases: readonly Case[]])[] = [...tables()];

function tables(): ReadonlyMap<string, readonly Case[]> {
  const read = new Map<string, readonly Case[]>();
  for (const name of readdirSync(table).sort()) {
    const tool = name.slice(0, name.indexOf("."));
    read.set(tool, [...(read.get(tool) ?? []), ...(parse(readFileSync(join(table, name), "utf8")) as readonly Case[])]);
  }
  return read;
}

/** The `toolgen.yaml` of a project with every tool of the library. */
export const everyTool = {
  "toolgen.yaml": `version: 1\nfeatures: [proxy]\nlibrary: [${cases.map(([tool]) => `std/${tool}`).join(", ")}]\n`,
};

/** That project, built: once a run for all files of tests. */
export const libraryProject = () => builtProject(everyTool);

/** The folder that a case is about. */
export function workspaceOf({ files, git: isRepository }: Case, folder = temporaryFolder()): string {
  if (isRepository) git(folder, "init", "--quiet");
  for (const [path, file] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (typeof file === "object" && "link" in file) symlinkSync(file.link, join(folder, path));
    else writeFileSync(join(folder, path), bytesOf(file));
  }
  return folder;
}

/** True if a folder holds the files that a case expects afterwards. */
export function isAfter({ after = {} }: Case, folder: string): boolean {
  return Object.entries(after).every(([path, file]) => {
    if (typeof file === "object" && "link" in file) return true;
    return existsSync(join(folder, path)) && readFileSync(join(folder, path)).equals(bytesOf(file));
  });
}

function bytesOf(file: Exclude<CaseFile, { readonly link: string }>): Buffer {
  if (typeof file === "string") return Buffer.from(file);
  if ("utf16le" in file) return Buffer.from(file.utf16le, "utf16le");
  if ("utf16be" in file) return Buffer.from(file.utf16be, "utf16le").swap16();
  if ("latin1" in file) return Buffer.from(file.latin1, "latin1");
  if ("hex" in file) return Buffer.from(file.hex.replaceAll(" ", ""), "hex");
  return Buffer.from(Array.from({ length: file.times }, (_, i) => file.repeat.replaceAll("#", String(i + 1))).join(""));
}

/** Variables of a developer's environment that no test is about. */
const unset = { SEARXNG_URL: "", BRAVE_API_KEY: "", TOOLGEN_ALLOW_PRIVATE: "", TOOLGEN_MEMORY_FILE: "", TOOLGEN_GLOBAL_MEMORY_FILE: "" };

interface CallOptions {
  readonly workspace: string;
  /** Where programs are looked for. */
  readonly path?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Calls a tool as a client does, by the program `call` of a project that was built. */
export function callTool(project: string, tool: string, params: object, options: CallOptions) {
  const { workspace } = options;
  const { failed, stdout, stderr } = execaSync(process.execPath, [join(project, "generated/bin/call"), tool], {
    cwd: workspace,
    input: JSON.stringify(params),
    env: environmentOf(options),
    extendEnv: false,
    stripFinalNewline: false,
    reject: false,
  });
  return answerOf({ failed, stdout, stderr, workspace });
}

/** `callTool` without the processes that it starts: of the call, and of the handler. */
export async function callToolWarm(project: string, tool: string, params: object, options: CallOptions) {
  const { workspace } = options;
  const { exitCode, stdout, stderr } = await warmCall(tool, params, { project, workspace, env: environmentOf(options) });
  return answerOf({ failed: exitCode !== 0, stdout: stdout.toString(), stderr, workspace });
}

function environmentOf({ path, env }: CallOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...unset,
    TMPDIR: temporaryFolder(),
    HOME: temporaryFolder(),
    XDG_CONFIG_HOME: "",
    ...(path !== undefined && { PATH: path }),
    ...env,
  };
}

interface Ended {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly workspace: string;
}

function answerOf({ failed, stdout, stderr, workspace }: Ended) {
  const said = (text: string) => text.replaceAll(workspace, "{{workspace}}").trimEnd();
  return failed ? { error: said(stderr) } : { text: said(stdout) };
}

export interface Pages {
  readonly url: string;
  readonly stop: () => void;
}

/** Serves the pages of `pages/` in a process of their own, for calls block this one. */
export async function servePages(): Promise<Pages> {
  const server = spawn(process.execPath, [fileURLToPath(new URL("pages/server.mjs", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [printed] = await once(server.stdout, "data");
  return { url: `http://127.0.0.1:${String(printed).trim()}`, stop: () => server.stdin.end() };
}
