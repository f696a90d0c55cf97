import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { openCallResources } from "../../src/runtime/call/call-resources.late.js";
import { prepareOrRefuse } from "../../src/runtime/call/execute-call.js";
import { needsResources } from "../../src/runtime/call/needs-resources.js";
import type { PreparedCall } from "../../src/runtime/contract/call.js";
import type { ToolDefinition } from "../../src/runtime/contract/definition.js";
import type { RunOutcome } from "../../src/runtime/contract/run-outcome.js";
import { failureText } from "../../src/runtime/handler/failure-text.js";
import type { Handler } from "../../src/runtime/handler/handler-context.js";
import { resultText } from "../../src/runtime/handler/result-text.js";
import { findTool } from "../../src/runtime/lookup/find-tool.js";
import { type Printed, printed, printResult } from "../kit/printed.js";

const library = fileURLToPath(new URL("../../library/", import.meta.url));

interface WarmCall {
  readonly project: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Calls a tool of the library as `generated/bin/call` does, with its handler in this process instead of two processes of Node. */
export async function warmCall(name: string, input: unknown, { project, workspace, env }: WarmCall): Promise<Printed> {
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
