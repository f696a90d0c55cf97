import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { isRunning, readPids } from "../../call/process/marked-processes.js";
import { eventually } from "../../kit/eventually.js";
import { compilers, compileTypeScript, installedProject } from "../newcomer/packed.js";

const here = fileURLToPath(new URL(".", import.meta.url));

const specs = `
name: count_lines
description: Count the lines of text files.
kind: read
schema:
  properties:
    files: { type: array, items: { type: string }, minItems: 1, description: Files to count. }
    longest: { type: boolean, default: false, description: Also show the length of the longest line. }
  required: [files]
aliases: { files: [paths] }
paths: { "files[]": read }
command: [wc, --lines, "{{#if longest}}--max-line-length{{/if}}", --, "{{#each files}}{{this}}{{/each}}"]
---
name: make_folder
description: Make a folder.
kind: edit
schema:
  properties:
    path: { type: string, description: The folder to make. }
  required: [path]
paths: { path: write }
command: [mkdir, --, "{{path}}"]
---
name: half_way
description: Prints a reason and fails.
kind: read
command: ["{{@specDir}}/fixtures/programs/fail.sh"]
`;

/** A program that embeds the core, and mistakes in one that the compiler must find. */
const program = `
import type { Config, MessageBus, ToolRegistry } from "@google/gemini-cli-core";
import { BaseToolInvocation } from "toolgen/runtime";
import type { ToolCallConfirmationDetails, ToolConfirmationOutcome, ToolResult } from "toolgen/runtime";
import { CountLinesTool, tools as compiled } from "./generated/gemini/classes/index.js";
import { CoreToolBase } from "./generated/gemini/core-tool-base.js";
import { type CountLinesParams, type MakeFolderParams, MakeFolderTool } from "./generated/tools/index.js";

export class CountNotesTool extends CountLinesTool {
  protected override validateToolParamValues({ files }: CountLinesParams): string | null {
    return files.every((file) => file.endsWith(".txt")) ? null : "Only notes.";
  }
}

class AskingCall extends BaseToolInvocation<MakeFolderParams, ToolResult> {
  answer = "";
  override getDescription(): string {
    return "Asks, and tells the answer.";
  }
  override async execute(): Promise<ToolResult> {
    return { llmContent: this.answer, returnDisplay: this.answer };
  }
  protected override async getConfirmationDetails(): Promise<ToolCallConfirmationDetails> {
    const onConfirm = async (outcome: ToolConfirmationOutcome) => void (this.answer = outcome);
    if (this.params.path === "exec") {
      return { type: "exec", title: "Run it?", command: "mkdir -- x", rootCommand: "mkdir", rootCommands: ["mkdir"], onConfirm };
    }
    const change = { fileName: "a.txt", filePath: "/a.txt", fileDiff: "+two", originalContent: "one", newContent: "two" };
    return { type: "edit", title: "Change it?", ...change, onConfirm };
  }
}

class AskingCompiledTool extends MakeFolderTool {
  override get name(): string {
    return "asking";
  }
  override build(params: MakeFolderParams): AskingCall {
    return new AskingCall(params);
  }
}

class AskingTool extends CoreToolBase<MakeFolderParams> {
  constructor(messageBus: MessageBus) {
    super(new AskingCompiledTool(), messageBus);
  }
}

export const tools = { ...compiled, count_lines: CountNotesTool, asking: AskingTool };

export function register(registry: ToolRegistry, config: Config): void {
  for (const Tool of Object.values(tools)) registry.registerTool(new Tool(config.getMessageBus(), { workspace: config.getTargetDir() }));
}

export async function count(tool: CountLinesTool, signal: AbortSignal): Promise<string> {
  const { llmContent } = await tool.build({ files: ["a.txt"] }).execute({ abortSignal: signal });
  // @ts-expect-error a parameter that is required is missing
  tool.build({});
  // @ts-expect-error the core's registry wants a message bus
  new CountLinesTool();
  return typeof llmContent === "string" ? llmContent : "";
}
`;

const sent = { paths: ["a.txt"], longest: "true", wait_for_previous: true };
const count = { tool: "count_lines", args: { files: ["a.txt"] } };
const make = (path: string, answer?: string) => ({ tool: "make_folder", args: { path }, answer });

/** The program's work: calls that the core's scheduler executes, or `direct` ones, which ask a tool about them. */
const sessions = {
  arguments: {
    mode: "default",
    interactive: true,
    calls: [
      { tool: "count_lines", args: sent },
      { direct: true, tool: "count_lines", args: sent },
      { direct: true, tool: "count_lines", args: sent, clone: true },
      { tool: "count_lines", args: { files: ["a.txt"], lines: 1 } },
      { tool: "count_lines", args: { files: ["/etc/passwd.txt"] } },
      { tool: "count_lines", args: { paths: ["a.md"] } },
      { tool: "half_way", args: {} },
    ],
  },
  asking: {
    mode: "default",
    interactive: true,
    calls: [make("never", "cancel"), make("once", "proceed_once"), make("from-now-on", "proceed_always"), make("unasked")],
  },
  details: {
    mode: "default",
    interactive: true,
    calls: [
      { tool: "asking", args: { path: "edit" }, answer: "proceed_once" },
      { tool: "asking", args: { path: "exec" }, answer: "proceed_always" },
      { tool: "asking", args: { path: "exec" } },
    ],
  },
  yolo: { mode: "yolo", interactive: true, calls: [make("by-yolo"), count] },
  planning: { mode: "plan", interactive: true, calls: [make("by-plan"), count, { direct: true, ...make("x") }] },
  unattended: { mode: "default", interactive: false, calls: [make("by-nobody"), count] },
  unscheduled: {
    mode: "default",
    interactive: true,
    calls: [
      { direct: true, ...make("x") },
      { direct: true, ...make("x"), forced: "allow" },
      { direct: true, ...make("x"), forced: "deny" },
      { direct: true, ...count, forced: "ask_user" },
    ],
  },
  aborted: {
    mode: "yolo",
    interactive: true,
    calls: [{ tool: "leave_child", args: { pidFile: "pids", afterwards: "wait" }, abortWhen: "pids" }],
  },
};

interface Told {
  readonly declared: readonly { readonly name: string; readonly parametersJsonSchema: { readonly properties: object } }[];
  readonly registered: readonly object[];
  readonly calls: readonly object[];
}

let project: string;
let told: Readonly<Record<keyof typeof sessions, Told>>;

beforeAll(() => {
  project = installedProject((folder) => {
    writeFileSync(join(folder, "toolgen.yaml"), "version: 1\ntargets: { gemini: { classes: true } }\n");
    writeFileSync(join(folder, "tools.d", "embedded.yaml"), specs);
    writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
    cpSync(join(here, "..", "fixtures"), join(folder, "tools.d", "fixtures"), { recursive: true });
    mkdirSync(join(folder, "node_modules", "@google"));
    symlinkSync(join(here, "node_modules/@google/gemini-cli-core"), join(folder, "node_modules/@google/gemini-cli-core"));
  });
  writeFileSync(join(project, "main.ts"), program);
  compileProgram("typescript-7");
  told = runProgram();
});

/** Compiles without the declarations of packages (`--skipLibCheck`): the core's own aren't in order. */
function compileProgram(compiler: string): string {
  return compileTypeScript(compiler, project, "out", "--skipLibCheck", "main.ts");
}

/** Runs the sessions. The core must not warn. */
function runProgram(): typeof told {
  // GITHUB_*, CI and a test runner's variables are not the client's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GITHUB_|CI$|VITEST|NODE_OPTIONS$)/.test(name)));
  const answer = execFileSync(process.execPath, [join(here, "embedder.mjs")], {
    cwd: project,
    env: { ...env, GEMINI_CLI_HOME: project },
    input: JSON.stringify({ program: "out/main.js", sessions }),
    encoding: "utf8",
  });
  const { told, noise } = JSON.parse(answer);
  expect(noise).toEqual([]);
  return told;
}

it.each(compilers)("compile under %s against the core's published types", (compiler) => {
  expect(compileProgram(compiler)).toBe("");
});

it("are registered in the core's registry, and declared to the model under their own names with the canonical schema", () => {
  const { registered, declared } = told.arguments;
  expect(registered).toContainEqual({ name: "count_lines", kind: "read", isReadOnly: true, isTool: true });
  expect(registered).toContainEqual({ name: "make_folder", kind: "edit", isReadOnly: false, isTool: true });
  const schema = declared.find(({ name }) => name === "count_lines")?.parametersJsonSchema;
  expect(Object.keys(schema?.properties ?? {})).toEqual(["files", "longest", "wait_for_previous"]);
});

it("take what a model sends by other names, in other types and with what the core has added; so do copies for subagents", () => {
  const [scheduled, built, cloned] = told.arguments.calls;
  expect(scheduled).toMatchObject({ status: "success", output: expect.stringMatching(/^2 3 a\.txt/), asked: [] });
  expect(built).toEqual({
    params: { files: ["a.txt"], longest: true },
    description: "wc --lines --max-line-length -- a.txt",
    locations: [{ path: join(project, "a.txt") }],
    details: false,
  });
  expect(cloned).toEqual(built);
});

it("tell the model what is wrong with its arguments, in our words and in a subclass's", () => {
  const refused = (words: string) => ({ status: "error", errorType: "invalid_tool_params", error: expect.stringContaining(words) });
  expect(told.arguments.calls.slice(3, 6)).toMatchObject([refused("`lines`"), refused("outside its root"), refused("Only notes.")]);
});

it("tell the model of a failure what the program printed and why it failed, though the core keeps the message alone", () => {
  const error = "halfway there\nfail.sh exited with code 3.\ndisk on fire";
  expect(told.arguments.calls[6]).toMatchObject({ status: "error", errorType: "execution_failed", error });
});

it("ask where the policy says so, and do what was answered: once, never, or from now on", () => {
  const details = expect.objectContaining({ type: "info", prompt: expect.stringContaining("mkdir -- ") });
  const always = { toolName: "make_folder", persist: false, modes: ["default", "autoEdit", "yolo"] };
  expect(told.asking.calls).toMatchObject([
    { status: "cancelled", asked: [details], published: [] },
    { status: "success", asked: [details], published: [] },
    { status: "success", asked: [details], published: [always] },
    { status: "success", asked: [], published: [] },
  ]);
  expect(["never", "once", "from-now-on", "unasked"].map((name) => existsSync(join(project, name)))).toEqual([false, true, true, true]);
});

it("show what a call itself asks: a change as a diff; a command as a text, by which the core remembers the tool and no prefix", () => {
  const change = { type: "edit", fileName: "a.txt", filePath: "/a.txt", fileDiff: "+two", originalContent: "one", newContent: "two" };
  expect(told.details.calls).toMatchObject([
    { output: "proceed_once", asked: [change] },
    {
      output: "proceed_always",
      asked: [{ type: "info", title: "Run it?", prompt: "mkdir -- x" }],
      published: [{ toolName: "asking", persist: false, modes: ["default", "autoEdit", "yolo"] }],
    },
    { status: "success", asked: [] },
  ]);
});

it("are allowed, or hidden from the model, as the policy says for each mode", () => {
  const done = { status: "success", asked: [] };
  const hidden = { status: "error", asked: [], error: expect.stringContaining("not found") };
  expect(told.yolo.calls).toMatchObject([done, done]);
  expect(told.planning.calls.slice(0, 2)).toMatchObject([hidden, done]);
  expect(told.unattended.calls).toMatchObject([hidden, done]);
  expect(["by-yolo", "by-plan", "by-nobody"].map((name) => existsSync(join(project, name)))).toEqual([true, false, false]);
});

it("ask and deny by the message bus where a program has no scheduler", () => {
  const thrown = 'Tool execution for "Make Folder" denied by policy.';
  expect(told.unscheduled.calls).toMatchObject([
    { details: { type: "info", prompt: "mkdir -- x" } },
    { details: false },
    { thrown },
    { details: { type: "info", prompt: "wc --lines -- a.txt" } },
  ]);
  expect(told.planning.calls[2]).toMatchObject({ thrown });
});

it("end everything that a call has started when it is aborted", async () => {
  expect(told.aborted.calls).toMatchObject([{ status: "cancelled" }]);
  const pids = await readPids(join(project, "pids"));
  expect(pids).toHaveLength(2);
  await eventually(() => !pids.some(isRunning));
  expect(pids.filter(isRunning)).toEqual([]);
});
