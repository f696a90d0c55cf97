import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { OutputRules, ToolDefinition } from "../../src/contract/definition.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolDefinition } from "./repair/tool-with-rules.js";

/** The content of `bin/tools`: a program, its arguments, and each difference from a plain tool. */
export interface FixtureTool extends Partial<Omit<ToolDefinition, "command" | "output">> {
  readonly name: string;
  readonly argv: readonly string[];
  readonly output?: Partial<OutputRules>;
  readonly aliases?: ToolDefinition["aliases"];
}

export interface BinFolder {
  /** The project's root. */
  readonly project: string;
  readonly bin: string;
  readonly call: string;
  readonly discover: string;
}

/** The programs that `npm run build` makes. */
const built = fileURLToPath(new URL("../../dist/assets", import.meta.url));

/** A project in a fresh folder whose `generated/bin` holds the programs and these tools. */
export async function binFolder(tools: readonly FixtureTool[], aliases: Readonly<Record<string, string>> = {}): Promise<BinFolder> {
  const project = temporaryFolder("call");
  const bin = join(project, "generated", "bin");
  mkdirSync(join(bin, "tools"), { recursive: true });
  for (const [name, asset] of [
    ["call", "call-start.cjs"],
    ["discover", "discover.cjs"],
  ] as const) {
    copyFileSync(join(built, asset), join(bin, name));
    chmodSync(join(bin, name), 0o755);
  }
  for (const file of ["call.cjs", "late.cjs", "rare.cjs", "guard.cjs", "guard-rare.cjs"]) copyFileSync(join(built, file), join(bin, file));
  writeFileSync(join(bin, "package.json"), '{"type": "commonjs"}\n');
  const index = { format: 2, project: "../..", aliases, tools: tools.map(({ name }) => ({ listing: { name } })) };
  writeFileSync(join(bin, "tools.json"), JSON.stringify(index));
  for (const tool of tools) writeFileSync(join(bin, "tools", `${tool.name}.cjs`), toolModule(definitionOf(tool)));
  return { project, bin, call: join(bin, "call"), discover: join(bin, "discover") };
}

/** The source of a tool's module, with a validator that accepts everything. */
export function toolModule(definition: ToolDefinition, format = 2): string {
  return `module.exports = { format: ${format}, project: "../..", definition: ${JSON.stringify(definition)}, validate: () => true };\n`;
}

export function definitionOf({ argv: [program = "true", ...args], ...parts }: FixtureTool): ToolDefinition {
  return toolDefinition({ ...parts, command: { program, specDir: false, items: args.map((arg) => ({ kind: "word", text: [arg] })) } });
}

export interface Answer {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedCall {
  readonly child: ChildProcess;
  readonly answer: Promise<Answer>;
}

/** Starts a program as Gemini CLI does: arguments alone, parameters on standard input, both outputs on pipes. */
export function startCall({
  program,
  args,
  stdin = "{}",
  cwd,
  env = {},
}: {
  readonly program: string;
  readonly args: readonly string[];
  readonly stdin?: string | Buffer;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}): StartedCall {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
  // A program that leaves before it has read everything shows itself here, as it does in the client.
  const brokenPipe = new Promise<never>((_, reject) => child.stdin.on("error", reject));
  child.stdin.end(stdin);
  const ended = new Promise<Pick<Answer, "code" | "signal">>((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
  const all = Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([end, stdout, stderr]) => ({ ...end, stdout, stderr }));
  return { child, answer: Promise.race([all, brokenPipe]) };
}
