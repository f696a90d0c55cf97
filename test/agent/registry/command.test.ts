import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { type RegistryProblem, ToolRegistry, type ToolRegistryOptions } from "../../../src/runtime/index.js";
import { leftProcesses, newMarker } from "../../call/process/marked-processes.js";
import { patience } from "../../kit/eventually.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { builtProject, countLines } from "./project.js";

const programs = fileURLToPath(new URL("programs", import.meta.url));
const discovery = (mode: string, marker = "") => `${process.execPath} "${join(programs, "discovery.mjs")}" ${mode} ${marker}`;
const never = new AbortController().signal;
let workspace: string;

beforeAll(() => {
  workspace = join(temporaryFolder(), "a folder");
  mkdirSync(workspace);
  copyFileSync(join(programs, "call.mjs"), join(workspace, "call me.mjs"));
  chmodSync(join(workspace, "call me.mjs"), 0o755);
});

function registryOf(options: ToolRegistryOptions) {
  const problems: RegistryProblem[] = [];
  const registry = new ToolRegistry({
    environment: { workspace },
    toolCallCommand: "./call me.mjs",
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  onTestFinished(() => registry.close());
  return { registry, problems };
}

/** A registry with the tools that a discovery command prints. */
async function printed(json: unknown, options: ToolRegistryOptions = {}) {
  writeFileSync(join(workspace, "tools.json"), JSON.stringify(json));
  const made = registryOf({ toolDiscoveryCommand: "cat tools.json", ...options });
  return { ...made, result: await made.registry.discoverAllTools() };
}

const schema = { type: "object", properties: { whom: { type: "string" }, times: { type: "integer" } } };

it.each<[string, unknown]>([
  ["tools", [{ name: "greet", parametersJsonSchema: schema }, { name: "wave" }]],
  [
    "functionDeclarations",
    [{ functionDeclarations: [{ name: "greet", parametersJsonSchema: schema }] }, { functionDeclarations: [{ name: "wave" }] }],
  ],
  ["function_declarations", [{ function_declarations: [{ name: "greet", parametersJsonSchema: schema }, { name: "wave" }] }]],
  ["all three", [{ name: "greet", parametersJsonSchema: schema }, { functionDeclarations: [{ name: "wave" }] }]],
  ["one list that is no array", { functionDeclarations: [{ name: "greet", parametersJsonSchema: schema }, { name: "wave" }] }],
])("discovers %s", async (_, json) => {
  const { registry, result } = await printed(json);
  expect(result).toEqual({ registered: ["greet", "wave"], problems: [] });
  expect(registry.getFunctionDeclarations()).toEqual([
    { name: "greet", description: "", parametersJsonSchema: schema },
    { name: "wave", description: "", parametersJsonSchema: { type: "object", properties: {} } },
  ]);
});

it("takes parameters in Gemini's own dialect too, as JSON Schema", async () => {
  const parameters = {
    type: "OBJECT",
    properties: {
      a: { type: "STRING", nullable: true, enum: ["x"] },
      b: { type: "ARRAY", items: { type: "INTEGER" }, minItems: "1" },
      type: { type: "STRING" },
    },
    required: ["a"],
    propertyOrdering: ["b", "a"],
  };
  const { registry } = await printed([
    { name: "greet", parameters },
    { name: "wave", parameters: schema },
    { name: "nod", parameters: { type: "ARRAY" } },
    { name: "bow", parameters: { type: "OBJECT", properties: { a: { type: "constructor" } } } },
  ]);
  expect(registry.getFunctionDeclarations().map(({ parametersJsonSchema }) => parametersJsonSchema)).toEqual([
    {
      type: "object",
      properties: {
        a: { type: ["string", "null"], enum: ["x", null] },
        b: { type: "array", items: { type: "integer" }, minItems: 1 },
        type: { type: "string" },
      },
      required: ["a"],
    },
    schema,
    { type: "object", properties: { a: { type: "constructor" } } },
  ]);
});

it("calls a discovered tool, with arguments that were coerced by its schema", async () => {
  const { registry } = await printed([{ name: "echo", parametersJsonSchema: schema }]);
  const tool = registry.getTool("discovered_tool_echo");
  expect(tool).toMatchObject({ name: "echo", kind: "other", risk: { level: "moderate", requiresConfirmation: true }, isReadOnly: false });
  const result = await tool?.buildAndExecute({ whom: "€".repeat(100_000), times: "3", wait_for_previous: true } as object, never);
  expect(result).toEqual({ llmContent: JSON.stringify({ whom: "€".repeat(100_000), times: 3 }), returnDisplay: expect.any(String) });
  expect(() => tool?.build({ times: "often" } as object)).toThrow("`times` must be");
});

it.each<[string, string]>([
  ["fails", "Stdout: half of it\n\nStderr: no such thing\n\nError: (none)\nExit Code: 3\nSignal: (none)"],
  ["warns", "Stdout: done\n\nStderr: careful\n\nError: (none)\nExit Code: 0\nSignal: (none)"],
  ["dies", "Stdout: (empty)\nStderr: (empty)\nError: (none)\nExit Code: (none)\nSignal: SIGKILL"],
])("tells all of a call that %s", async (name, text) => {
  const { registry } = await printed([{ name }]);
  const result = await registry.getTool(name)?.buildAndExecute({}, never);
  expect(result).toEqual({ llmContent: text, returnDisplay: text, error: { message: text, type: "discovered_tool_execution_error" } });
});

it("ends a call that floods, one that takes too long and one that is aborted", async () => {
  const { registry: patient } = await printed([{ name: "floods" }, { name: "waits" }]);
  const { registry: hasty } = await printed([{ name: "waits" }], { limits: { callMs: 300 } });
  const message = async (registry: ToolRegistry, name: string, signal = never) =>
    (await registry.getTool(name)?.buildAndExecute({}, signal))?.error?.message;
  expect(await message(patient, "floods")).toContain("It printed more than 10 MiB and was ended.");
  expect(await message(hasty, "waits")).toContain("It took longer than 0.3 s and was ended.");
  expect(await message(patient, "waits", AbortSignal.timeout(300))).toBe("waits was cancelled.");
});

it("reports output while a call runs, and a program that is missing", async () => {
  const { registry } = await printed([{ name: "steps" }]);
  const seen: string[] = [];
  await registry.getTool("steps")?.buildAndExecute({}, never, (output) => void seen.push(String(output)));
  expect([seen[0], seen.at(-1)]).toEqual(["one\n", "one\ntwo\n"]);
  const missing = await printed([{ name: "greet" }], { toolCallCommand: "toolgen call" });
  const result = await missing.registry.getTool("greet")?.buildAndExecute({}, never);
  expect(result?.error?.message).toContain("The program toolgen call was not found on PATH");
});

it("shows the command of a call as it could be typed, whatever the tool is called", async () => {
  const { registry } = await printed([{ name: "greet; rm -rf ~ #" }]);
  const [tool] = registry.getAllTools();
  expect(await tool?.build({}).shouldConfirmExecute(never)).toMatchObject({ command: `'./call me.mjs' 'greet; rm -rf ~ #' <<< '{}'` });
});

it("asks before a call until the user says always", async () => {
  const { registry } = await printed([{ name: "greet" }, { name: "echo" }]);
  const ask = (name: string, whom: string) => registry.getTool(name)?.build({ whom }).shouldConfirmExecute(never);
  const details = await ask("greet", "it's me");
  expect(details).toMatchObject({
    type: "exec",
    rootCommand: "./call me.mjs",
    command: `'./call me.mjs' greet <<< '{"whom":"it'\\''s me"}'`,
  });
  if (!details) throw new Error("nobody is asked");
  await details.onConfirm("proceed_once");
  expect(await ask("greet", "a")).toMatchObject({ type: "exec" });
  await details.onConfirm("proceed_always");
  expect([await ask("greet", "a"), Boolean(await ask("echo", "a"))]).toEqual([false, true]);
});

it.each<[string, string, number?]>([
  [
    "banner",
    expect.stringMatching(
      /^Its standard output is not JSON; it begins with "Loading the tools .*". The tools come after that: print everything else on standard error\.$/,
    ),
  ],
  ["junk", `Its standard output is not JSON; it begins with "I have no tools". Only an array of tools in JSON belongs there.`],
  ["nothing", "It printed nothing on standard output, where an array of tools in JSON belongs."],
  ["number", `It printed JSON that is not an array of tools: "42".`],
  ["cut", expect.stringContaining("Its standard output is not JSON")],
  ["huge", "It printed more than 10 MiB and was ended."],
  ["fails", "It exited with 1. It said: the tools are locked"],
  ["dies", "It was ended by SIGKILL."],
  ["hangs", "It took longer than 4 s and was ended. It said: still thinking", 4000],
  ["deaf", "It took longer than 1 s and was ended.", 1000],
])("says what is wrong with a discovery command: %s", async (mode, message, discoveryMs = patience.timeout) => {
  const marker = newMarker();
  const { registry } = registryOf({ toolDiscoveryCommand: discovery(mode, marker), limits: { discoveryMs } });
  registry.registerGenerated(join(builtProject({ "count-lines.yaml": countLines }), "generated"));
  expect(await registry.discoverAllTools()).toEqual({ registered: [], problems: [{ source: "toolDiscoveryCommand", message }] });
  expect(registry.getAllToolNames()).toEqual(["count_lines"]);
  expect(await leftProcesses(marker)).toEqual([]);
});

it.each(["good", "warns", "reads", "leaves"])("discovers by a command that is harmless: %s", async (mode) => {
  const marker = newMarker();
  const { registry } = registryOf({ toolDiscoveryCommand: discovery(mode, marker) });
  expect(await registry.discoverAllTools()).toEqual({ registered: ["greet"], problems: [] });
  expect(await registry.getTool("greet")?.buildAndExecute({ whom: "you" } as object, never)).toMatchObject({ llmContent: "hello you\n" });
  expect(await leftProcesses(marker)).toEqual([]);
});

it.each<[string, string]>([
  ["cat tools.json | jq .", "It needs a shell for '|'"],
  ["cat $HOME/tools.json", "It needs a shell for the variable '$HOME'"],
  ["cat *.json", "It needs a shell for the pattern '*.json'"],
  ["cat $(echo tools.json)", "It needs a shell for '$'"],
  ["  ", "It names no program."],
  ["no-such-program --list", "The program no-such-program was not found on PATH."],
])("doesn't run %o", async (toolDiscoveryCommand, message) => {
  const { registry } = registryOf({ toolDiscoveryCommand });
  const { problems } = await registry.discoverAllTools();
  expect(problems).toEqual([{ source: "toolDiscoveryCommand", message: expect.stringContaining(message) }]);
});

it("leaves out what is not a tool, and keeps the others", async () => {
  const { result } = await printed([
    { name: "greet" },
    { description: "nameless" },
    7,
    { name: "odd", parametersJsonSchema: { type: "string" } },
  ]);
  expect(result.registered).toEqual(["greet"]);
  expect(result.problems.map(({ message }) => message)).toEqual([
    `A tool has no name and was left out: "{\\"description\\":\\"nameless\\"}".`,
    `A tool has no name and was left out: "7".`,
    `The tool '"odd"' was left out: the schema of its parameters is not an object schema.`,
  ]);
});

it("gives a discovered tool a name that APIs take, and never that of a registered tool", async () => {
  const { registry, problems } = registryOf({ toolDiscoveryCommand: "cat tools.json" });
  writeFileSync(
    join(workspace, "tools.json"),
    JSON.stringify([{ name: "count_lines", description: "another" }, { name: "9 lives.go" }, { name: "n".repeat(70) }]),
  );
  registry.registerGenerated(join(builtProject({ "count-lines.yaml": countLines }), "generated"));
  const { registered } = await registry.discoverAllTools();
  expect(registered).toEqual(["discovered_tool_count_lines", "_9_lives_go", expect.stringMatching(/^n{55}_[0-9a-f]{8}$/)]);
  expect(registry.getTool("count_lines")?.description).toBe("Count lines.");
  expect(registry.getTool("discovered_tool_count_lines")?.description).toBe("another");
  expect(problems).toEqual([
    {
      source: "toolDiscoveryCommand",
      message: "Some tool names are already in use; its tools were renamed: 'count_lines' is 'discovered_tool_count_lines'.",
    },
  ]);
});

it("lets everything through where a schema can't be compiled, says so once, and knows older drafts", async () => {
  const dangling = { type: "object", properties: { a: { $ref: "#/nowhere" } } };
  const tuple = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { a: { type: "array", items: [{ type: "string" }] } },
  };
  const { registry, problems } = await printed([
    { name: "echo", parametersJsonSchema: dangling },
    { name: "greet", parametersJsonSchema: tuple },
  ]);
  for (const a of [1, "x"]) expect(registry.getTool("echo")?.build({ a }).params).toEqual({ a });
  expect(() => registry.getTool("greet")?.build({ a: [{}] })).toThrow("`a[0]` must be");
  expect(problems).toEqual([{ source: "echo", message: expect.stringContaining("can't resolve reference #/nowhere") }]);
});

it("exchanges what was discovered before for what is discovered now", async () => {
  const { registry } = await printed([{ name: "greet" }, { name: "wave" }]);
  writeFileSync(join(workspace, "tools.json"), JSON.stringify([{ name: "wave", description: "Wave." }, { name: "nod" }]));
  expect(await registry.refresh()).toEqual({ registered: ["wave", "nod"], added: ["nod"], removed: ["greet"], problems: [] });
  expect(registry.getAllToolNames()).toEqual(["wave", "nod"]);
  writeFileSync(join(workspace, "tools.json"), "");
  expect((await registry.refresh()).problems).toHaveLength(1);
  expect(registry.getAllToolNames()).toEqual([]);
});

it("needs a program to call tools with", async () => {
  writeFileSync(join(workspace, "tools.json"), JSON.stringify([{ name: "greet" }]));
  const registry = new ToolRegistry({ environment: { workspace }, toolDiscoveryCommand: "cat tools.json" });
  const message = "It declares tools, but no toolCallCommand is configured to run them.";
  expect(await registry.discoverAllTools()).toEqual({ registered: [], problems: [{ source: "toolDiscoveryCommand", message }] });
});

it("ends a discovery that is under way when it is closed", async () => {
  const marker = newMarker();
  const { registry } = registryOf({ toolDiscoveryCommand: discovery("hangs", marker) });
  const discovering = registry.discoverAllTools();
  await registry.close();
  expect((await discovering).problems).toEqual([{ source: "toolDiscoveryCommand", message: "The tool registry was closed." }]);
  expect(await leftProcesses(marker)).toEqual([]);
});
