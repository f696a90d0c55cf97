import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { toolgen } from "../../kit/toolgen.js";
import { installPacked } from "../newcomer/packed.js";

/** The packages of this folder, which projects find because they are below it. */
const packages = join(import.meta.dirname, "node_modules");

/** The program of a package, such as `typescript/bin/tsc`. */
export const programOf = (path: string): string => join(packages, path);

/** How a project's modules import each other. */
export type Suffix = ".js" | ".ts" | "";

export type Files = Readonly<Record<string, string>>;

/** Specs of tools, some with names that files of TypeScript or of Windows must not have. */
const specs: Files = Object.fromEntries(
  ["say", "test", "con", "base_declarative"].map((name) => [
    `tools.d/${name}.yaml`,
    `name: ${name}
description: Prints a text, once or more often, and nothing else.
kind: read
risk: safe
schema:
  properties:
    text: { type: string, format: uri, description: The text. }
    times: { type: integer, minimum: 1, default: 1 }
  required: [text]
aliases: { text: [message] }
command: [printf, "%s %s", "{{text}}", "{{times}}"]
`,
  ]),
);

/** A program with the registry and the classes, which checks arguments by ajv and its formats. */
const program = (suffix: Suffix): string => `
import { executeFunctionCall, ToolRegistry } from "toolgen/runtime";
import { normalizeSayArgs, type SayParams, SayTool, tools } from "./generated/tools/index${suffix}";

export async function program(): Promise<string> {
  const registry = new ToolRegistry();
  for (const Tool of Object.values(tools)) registry.registerTool(new Tool());
  const options = { registry, signal: AbortSignal.timeout(20000) };
  const params: SayParams = { text: "https://example.org/a" };
  const built = await new SayTool().buildAndExecute(params, options.signal);
  const call = (message: string) => executeFunctionCall({ name: "say", args: { message } }, options);
  const called = await call("https://example.org/b");
  const refused = await call("no address");
  await registry.close();
  return [built.llmContent, called.functionResponse.response?.["output"], refused.status, normalizeSayArgs({ text: 1 }).ok].join(" ");
}
`;

/** The text that the program prints. */
export const printed = "https://example.org/a 1 https://example.org/b 1 error false";

const docs = new URL("../../../docs/", import.meta.url);

/** The programs of docs/hosts.md, whose first line names their file, with their text by that name. */
export const hostPrograms: Files = Object.fromEntries(
  [...readFileSync(new URL("hosts.md", docs), "utf8").matchAll(/^```ts\n\/\/ (\S+\.ts)\n(.*?)^```/gms)].map(([, file, text]) => [
    file,
    text,
  ]),
);

/** A folder with toolgen as npm installs it. Projects are folders in it. */
export function installedFolder(): string {
  const folder = mkdtempSync(join(import.meta.dirname, "project-"));
  beforeAll(() => installPacked(folder), 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a project with these files, builds it, and checks how its modules import each other. */
export function makeProject(folder: string, files: Files, suffix: Suffix): void {
  const all: Files = {
    "package.json": '{ "private": true, "type": "module" }',
    "toolgen.yaml": "version: 1\n",
    "program.ts": program(suffix),
    "main.ts": `import { program } from "./program${suffix}";\n\nprogram().then(console.log);\n`,
    ...specs,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, "generated/tools/index.ts"), "utf8")).toContain(`from "./say${suffix}";`);
}

/** Runs a program in a folder, and returns what it prints. A failure throws all of that. */
export function run(folder: string, [program = "", ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  // What tests of this repository set must not reach a project's own test runner.
  const { VITEST: _, NODE_ENV: _mode, JEST_WORKER_ID: _id, ...own } = process.env;
  const { stdout, stderr, status } = spawnSync(program, args, { cwd: folder, encoding: "utf8", env: { ...own, NO_COLOR: "1", ...env } });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} (${status})\n${stdout}${stderr}`);
  return stdout.trim();
}

export const node = (folder: string, ...args: readonly string[]): string => run(folder, [process.execPath, ...args]);

const versions = join(import.meta.dirname, "../node-versions/node_modules");

/** The program of another Node, if it is installed. */
export function nodeProgram(major: "22" | "24"): string | undefined {
  const path = join(versions, `node-${major}`, "bin/node");
  return existsSync(path) ? path : undefined;
}

/** The version of a package of this folder, or of a Node. */
export function versionOf(name: string): string | undefined {
  const file = join(name.startsWith("node-") ? versions : packages, name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : undefined;
}
