import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { readAudit } from "../../../src/call/audit-log.js";
import { argumentsHash } from "../../../src/call/call-record.js";
import {
  BaseDeclarativeTool,
  BaseToolInvocation,
  type ConfirmationAnswer,
  executeFunctionCall,
  Kind,
  ToolRegistry,
} from "../../../src/runtime/index.js";
import { builtProject, countLines, writeSpecs } from "../../agent/registry/project.js";
import { toolOf } from "../../agent/tool/defined.js";
import { look, remove, substitute, substituteProgram, wait } from "../../agent/tool/specs.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const programs = fileURLToPath(new URL("../../agent/registry/programs", import.meta.url));
const never = new AbortController().signal;
let workspace: string;
let generated: string;
let state: string;
let file: string;

beforeAll(() => {
  workspace = temporaryFolder();
  mkdirSync(join(workspace, "tools.d"));
  writeFileSync(join(workspace, "tools.d/substitute.cjs"), substituteProgram);
  copyFileSync(join(programs, "call.mjs"), join(workspace, "call.mjs"));
  chmodSync(join(workspace, "call.mjs"), 0o755);
  generated = join(builtProject({ "count-lines.yaml": countLines, "show.yaml": look }), "generated");
});
beforeEach(() => {
  writeFileSync(join(workspace, "a.txt"), "one two\n");
  state = temporaryFolder();
  file = join(state, "toolgen/audit.jsonl");
  mkdirSync(join(state, "toolgen"));
  vi.stubEnv("XDG_CONFIG_HOME", state);
  vi.stubEnv("XDG_STATE_HOME", state);
  vi.stubEnv("TOOLGEN_AUDIT", "1");
  settle({ arguments: true });
});
afterEach(() => vi.unstubAllEnvs());

const settle = (audit: unknown, more: object = {}) =>
  writeFileSync(join(state, "toolgen/settings.json"), JSON.stringify({ audit, ...more }));
const lines = () => readAudit(file);

/** A registry with tools of every origin. */
async function everyOrigin() {
  const registry = new ToolRegistry({
    environment: { workspace },
    toolDiscoveryCommand: `${process.execPath} "${join(programs, "discovery.mjs")}" good`,
    toolCallCommand: "./call.mjs",
    mcpServers: { hand: { command: process.execPath, args: [join(programs, "mcp-server.mjs"), "good", "-"] } },
  });
  onTestFinished(() => registry.close());
  registry.registerGenerated(generated);
  await registry.discoverAllTools();
  registry.registerTool(new Own());
  return registry;
}

/** A tool of a program's own. */
class Own extends BaseDeclarativeTool<{ key?: string; fails?: boolean }, { llmContent: string; returnDisplay: string }> {
  constructor() {
    const properties = { key: { type: "string", writeOnly: true }, fails: { type: "boolean" } };
    const parameterSchema = { type: "object", properties };
    const rules = { params: ["key", "fails"], aliases: [], ignore: [], mutuallyExclusive: [], defaults: {} };
    const validate = () => true;
    const info = {
      name: "own",
      displayName: "Own",
      description: "",
      kind: Kind.Read,
      risk: { level: "safe", requiresConfirmation: false } as const,
    };
    super({ ...info, parameterSchema, isOutputMarkdown: false, canUpdateOutput: false, definition: rules, validate });
  }

  protected override validateToolParamValues({ key, fails }: { key?: string; fails?: boolean }) {
    return key !== undefined && fails ? "Not both." : null;
  }

  protected override createInvocation(params: { key?: string; fails?: boolean }) {
    return new (class extends BaseToolInvocation<{ key?: string; fails?: boolean }, { llmContent: string; returnDisplay: string }> {
      override getDescription = () => "own";
      override async execute() {
        if (this.params.fails) throw new Error("it broke");
        return { llmContent: "ok", returnDisplay: "ok" };
      }
    })(params);
  }
}

interface Options {
  readonly answer?: ConfirmationAnswer;
  readonly signal?: AbortSignal;
}

async function call(name: string, args: Record<string, unknown>, { answer, signal = never }: Options = {}) {
  const registry = await everyOrigin();
  return executeFunctionCall({ name, args }, { registry, signal, ...(answer && { confirm: async () => answer }) });
}

it("writes one line of each call of a generated tool that a registry has", async () => {
  expect(await call("wc", { paths: ["a.txt"] })).toMatchObject({ status: "success" });
  expect(lines()).toEqual([
    expect.objectContaining({
      tool: "count_lines",
      via: "class",
      pid: process.pid,
      project: join(generated, ".."),
      argumentsHash: argumentsHash({ paths: ["a.txt"] }),
      arguments: { files: ["a.txt"], words: false },
      repairs: ["alias"],
      decision: "allow",
      level: "safe",
      rule: "tools.d/count-lines.yaml: kind",
      outcome: "done",
      exit: 0,
    }),
  ]);
  expect(lines()[0]).not.toHaveProperty("answer");
});

it.each<[string, string, Record<string, unknown>, Options, object]>([
  ["that fails", "show_file", { file: "none.txt" }, {}, { outcome: "failed", exit: 1 }],
  [
    "with wrong arguments",
    "show_file",
    { seconds: "x" },
    {},
    { outcome: "invalid", repairs: expect.arrayContaining(["missing"]), arguments: { seconds: "x" } },
  ],
  ["that there is not", "show_fie_no_such", {}, {}, { tool: "show_fie_no_such", outcome: "unknownTool" }],
  [
    "of a command, allowed",
    "greet",
    { whom: "you" },
    { answer: "proceed_once" },
    { outcome: "done", decision: "ask", answer: "proceed_once", level: "moderate", rule: "the tool itself", arguments: { whom: "you" } },
  ],
  ["of a command, refused", "greet", {}, { answer: "cancel" }, { outcome: "denied", decision: "ask", answer: "cancel" }],
  ["of a command, with nobody to ask", "greet", {}, {}, { outcome: "denied", decision: "ask", answer: "nobody" }],
  [
    "of an MCP server",
    "echo",
    { text: "a", times: "1" },
    { answer: "proceed_always" },
    { outcome: "done", answer: "proceed_always", repairs: ["number"] },
  ],
  ["of an MCP server that fails", "fail", {}, { answer: "proceed_once" }, { outcome: "failed" }],
  ["of an MCP server, with wrong arguments", "echo", { times: "often" }, {}, { outcome: "invalid" }],
  ["of a program's own", "own", { key: "k" }, {}, { outcome: "done", decision: "allow", level: "safe", arguments: { key: "[secret]" } }],
  [
    "of a program's own, with wrong arguments",
    "own",
    { key: "k", fails: true },
    {},
    { outcome: "invalid", arguments: "not kept: something in them is secret" },
  ],
  ["of a program's own that breaks", "own", { fails: true }, {}, { outcome: "broken" }],
])("writes one line of a call %s", async (_, tool, args, options, wanted) => {
  await call(tool, args, options);
  expect(lines()).toEqual([expect.objectContaining({ tool, via: "class", argumentsHash: argumentsHash(args), ...wanted })]);
});

it("says what the user's settings decided on tools of commands and MCP servers", async () => {
  settle({ arguments: true }, { risk: { greet: { decision: "deny" }, echo: { level: "dangerous" } } });
  await call("greet", {}, { answer: "proceed_once" });
  await call("echo", { text: "a" }, { answer: "proceed_once" });
  expect(lines()).toEqual([
    expect.objectContaining({ tool: "greet", outcome: "denied", decision: "deny", rule: "the user's settings: risk.greet" }),
    expect.objectContaining({ tool: "echo", outcome: "done", decision: "ask", level: "dangerous", rule: "the user's settings: risk.echo" }),
  ]);
});

it("says what a registration decided otherwise than the tool", async () => {
  const tool = await toolOf(look, workspace);
  const metadata = { riskLevel: "dangerous", requiresConfirmation: true } as const;
  const registry = { lookUpTool: () => ({ ok: true as const, tool, metadata }) };
  await executeFunctionCall(
    { name: "show_file", args: { file: "a.txt" } },
    { registry, signal: never, confirm: async () => "proceed_once" },
  );
  const decided = { decision: "ask", answer: "proceed_once", level: "dangerous", rule: "its registration" };
  expect(lines()).toEqual([expect.objectContaining({ tool: "show_file", outcome: "done", ...decided })]);
});

it("writes one line of a call of a class: done, refused by a person, by settings, cancelled, edited, with wrong arguments", async () => {
  const [show, removing, waiting, editing] = await Promise.all([look, remove, wait, substitute].map((text) => toolOf(text, workspace)));
  await show?.buildAndExecute({ path: "a.txt" }, never);
  expect(() => show?.build({ fil: [] })).toThrow("show_file was not run");
  expect(show?.validateToolParams({ fil: [] })).toContain("was not run");
  const registry = {
    lookUpTool: (name: string) => ({
      ok: true as const,
      tool: [show, removing, waiting, editing].find((tool) => tool?.name === name) ?? fail(),
    }),
  };
  const run = (name: string, args: Record<string, unknown>, answer: ConfirmationAnswer, signal = never) =>
    executeFunctionCall({ name, args }, { registry, signal, confirm: async () => answer });
  await run("remove_file", { file: "a.txt" }, "cancel");
  settle({ arguments: true }, { confirm: { dangerous: "deny" } });
  await run("remove_file", { file: "a.txt" }, "proceed_once");
  settle({ arguments: true });
  const aborting = new AbortController();
  const cancelled = run("wait", {}, "proceed_once", aborting.signal);
  setTimeout(() => aborting.abort(), 300);
  expect(await cancelled).toMatchObject({ status: "cancelled" });
  await run("substitute", { file: "a.txt", from: "two", to: "deux" }, { outcome: "proceed_once", payload: { newContent: "mine\n" } });
  await run("substitute", { file: "a.txt", from: "mine", to: "yours" }, "proceed_once", AbortSignal.abort());
  expect(lines().map(({ tool, outcome, decision, answer, rule }) => [tool, outcome, decision, answer, rule])).toEqual([
    ["show_file", "done", "allow", undefined, "tools.d/tool.yaml: kind"],
    ["show_file", "invalid", undefined, undefined, undefined],
    ["remove_file", "denied", "ask", "cancel", "tools.d/tool.yaml: kind"],
    ["remove_file", "denied", "deny", undefined, "the user's settings: confirm.dangerous"],
    ["wait", "cancelled", "allow", undefined, "tools.d/tool.yaml: kind"],
    ["substitute", "done", "ask", "proceed_once", "tools.d/tool.yaml: kind"],
    ["substitute", "cancelled", undefined, undefined, undefined],
  ]);
});

it("masks a tool's secrets, and names its project, in the line of a call that was denied too", async () => {
  const spec = `name: tell\ndescription: d\nkind: execute\nsecrets: { TOKEN: T. }\nenv: { set: { T: "{{@secret.TOKEN}}" } }\nschema: { properties: { what: { type: string } } }\ncommand: [echo, "{{what}}"]\n`;
  const registry = new ToolRegistry();
  registry.registerTool(await toolOf(spec, workspace, { ...process.env, TOKEN: "s3cret-token" }));
  const args = { what: "it is s3cret-token" };
  await executeFunctionCall({ name: "tell", args }, { registry, signal: never, confirm: async () => "cancel" });
  expect(lines()).toMatchObject([{ outcome: "denied", answer: "cancel", project: workspace, arguments: { what: "it is [secret]" } }]);
});

it("refuses calls of every kind that can't be logged, and says so if a call is refused anyway", async () => {
  rmSync(join(state, "toolgen/audit.jsonl"), { force: true });
  mkdirSync(file);
  for (const name of ["own", "count_lines", "greet"]) {
    const outcome = await call(name, name === "count_lines" ? { files: ["a.txt"] } : {}, { answer: "proceed_once" });
    expect(outcome.functionResponse.response?.error).toMatch(
      /was not run: calls must be written to the audit log, and .* can't be written/,
    );
  }
  for (const [name, args] of [
    ["no_such", {}],
    ["show_file", {}],
    ["own", { key: "k", fails: true }],
  ] as const) {
    const outcome = await call(name, args);
    expect(outcome.functionResponse.response?.error).toMatch(/The audit log .* can't be written: /);
  }
});

it("goes on for a project's tools that says so, refused ones too", async () => {
  vi.stubEnv("TOOLGEN_AUDIT", "");
  settle(undefined);
  const project = temporaryFolder();
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\naudit: true\n");
  writeSpecs(project, { "count-lines.yaml": countLines });
  const registry = new ToolRegistry({ environment: { workspace } });
  onTestFinished(() => registry.close());
  registry.registerGenerated(join(project, "generated"));
  for (const args of [{ files: ["a.txt"] }, {}]) await executeFunctionCall({ name: "count_lines", args }, { registry, signal: never });
  expect(lines().map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ["count_lines", "done"],
    ["count_lines", "invalid"],
  ]);
});

it("writes nothing where it is off", async () => {
  vi.stubEnv("TOOLGEN_AUDIT", "");
  settle(undefined);
  await call("own", {});
  await call("count_lines", { files: ["a.txt"] });
  await call("no_such", {});
  rmSync(join(state, "toolgen/settings.json"));
  await call("own", { key: "k", fails: true });
  expect(existsSync(file)).toBe(false);
});

const fail = (): never => {
  throw new Error("no such tool");
};
