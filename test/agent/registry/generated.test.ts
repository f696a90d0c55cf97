import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { readSettings, type Settings } from "../../../src/call/risk-settings.js";
import { CommandInvocation, executeFunctionCall, type JsonObject, type RegistryProblem, ToolRegistry } from "../../../src/runtime/index.js";
import { definitionOf, toolModule } from "../../call/bin-folder.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { substitute, substituteProgram } from "../tool/specs.js";
import { builtProject, countLines, sayHello, waitLong, writeSpecs } from "./project.js";

let project: string;
const never = new AbortController().signal;

beforeAll(() => {
  project = builtProject({ "count-lines.yaml": countLines, "say-hello.yaml": sayHello, "wait-long.yaml": waitLong });
  writeFileSync(join(project, "a.txt"), "one\ntwo\n");
});

function registered() {
  const problems: RegistryProblem[] = [];
  const registry = new ToolRegistry({ environment: { workspace: project }, onProblem: (problem) => problems.push(problem) });
  registry.registerGenerated("generated");
  return { registry, problems };
}

it("registers all tools of a generated folder, as their classes are", async () => {
  const { registry, problems } = registered();
  expect(registry.getAllToolNames()).toEqual(["count_lines", "say_hello", "wait_long"]);
  const tool = registry.getTool("count_lines");
  expect(tool).toMatchObject({
    displayName: "Count Lines",
    kind: "read",
    isReadOnly: true,
    risk: { level: "safe", requiresConfirmation: false },
  });
  expect(registry.getFunctionDeclarations()[0]).toEqual({
    name: "count_lines",
    description: "Count lines.",
    parametersJsonSchema: {
      type: "object",
      properties: { files: { type: "array", items: { type: "string" }, minItems: 1 }, words: { type: "boolean", default: false } },
      required: ["files"],
      additionalProperties: false,
    },
  });
  const invocation = tool?.build({ paths: ["a.txt"] });
  expect(invocation?.params).toEqual({ files: ["a.txt"], words: false });
  expect(invocation?.toolLocations()).toEqual([{ path: join(project, "a.txt") }]);
  expect(await invocation?.execute({ abortSignal: never })).toMatchObject({ llmContent: "2 a.txt\n" });
  expect(problems).toEqual([]);
});

it("refuses wrong arguments and paths outside the workspace", async () => {
  const { registry } = registered();
  const tool = registry.getTool("count_lines");
  expect(() => tool?.build({ files: [] })).toThrow("count_lines was not run");
  expect(await tool?.buildAndExecute({ files: ["../x"] }, never)).toMatchObject({ error: { type: "invalid_tool_params" } });
});

it("finds a tool by the other names that its spec declares", () => {
  const { registry } = registered();
  for (const name of ["wc", "WC", "discovered_tool_wc", "countLines"]) expect(registry.getTool(name)?.name).toBe("count_lines");
});

it("is where a model's function calls are looked up", async () => {
  const { registry } = registered();
  const call = async (name: string) => {
    const { functionResponse } = await executeFunctionCall({ id: "1", name, args: { paths: ["a.txt"] } }, { registry, signal: never });
    return functionResponse;
  };
  expect(await call("discovered_tool_countLines")).toEqual({
    id: "1",
    name: "discovered_tool_countLines",
    response: { output: "2 a.txt\n" },
  });
  expect(await call("count_line")).toMatchObject({ response: { error: expect.stringContaining("Did you mean 'count_lines'?") } });
});

it("ends calls that are under way when it is closed, and begins none after", async () => {
  const { registry } = registered();
  const tool = registry.getTool("wait_long");
  const running = tool?.buildAndExecute({}, never);
  await registry.close();
  await registry.close();
  expect(await running).toMatchObject({ error: { message: "wait_long was ended, because the tool registry was closed." } });
  expect(await tool?.buildAndExecute({}, never)).toMatchObject({
    error: { message: "wait_long was ended, because the tool registry was closed." },
  });
});

it("says what to do if a folder is missing or damaged, and keeps the other tools", async () => {
  const registry = new ToolRegistry();
  expect(() => registry.registerGenerated(temporaryFolder())).toThrow("Run 'npx toolgen build'");
  const damaged = builtProject({ "count-lines.yaml": countLines, "say-hello.yaml": sayHello });
  registry.registerGenerated(join(damaged, "generated"));
  rmSync(join(damaged, "generated/bin/tools/say_hello.cjs"));
  const result = await registry.getTool("say_hello")?.validateBuildAndExecute({}, never);
  expect(result?.error?.message).toContain("Run 'toolgen build'");
  expect(registry.getTool("count_lines")?.build({ files: ["a"] }).params).toEqual({ files: ["a"], words: false });
});

it("reads what was built since when it is refreshed", async () => {
  const changing = builtProject({ "count-lines.yaml": countLines, "say-hello.yaml": sayHello });
  const registry = new ToolRegistry({ environment: { workspace: changing } });
  registry.registerGenerated("generated");
  expect(registry.getTool("say_hello")?.build({}).getDescription()).toBe("echo hello");
  rmSync(join(changing, "tools.d/count-lines.yaml"));
  writeSpecs(changing, { "say-hello.yaml": sayHello.replace("echo, hello", "echo, welcome"), "wait.yaml": waitLong });
  await registry.refresh();
  expect(registry.getAllToolNames()).toEqual(["say_hello", "wait_long"]);
  expect(registry.getTool("say_hello")?.build({}).getDescription()).toBe("echo welcome");
});

it("registers a thousand tools without loading one, or anything that compiles schemas, before it is asked for", () => {
  const folder = temporaryFolder();
  const names = Array.from({ length: 1000 }, (_, i) => `tool_${i}`);
  const tools = names.map((name) => ({
    kind: "read",
    risk: { level: "safe", requiresConfirmation: false },
    locations: [],
    listing: { name, title: name, description: name, inputSchema: { type: "object", properties: {} } },
  }));
  mkdirSync(join(folder, "bin/tools"), { recursive: true });
  writeFileSync(join(folder, "bin/tools.json"), JSON.stringify({ format: 2, project: "../..", aliases: {}, tools }));
  for (const name of names) writeFileSync(join(folder, `bin/tools/${name}.cjs`), toolModule(definitionOf({ name, argv: ["true"] })));
  const program = fileURLToPath(new URL("programs/what-is-read.mjs", import.meta.url));
  const { steps, ...counts } = JSON.parse(execFileSync(process.execPath, [program, folder, "tool_500"], { encoding: "utf8" }));
  expect(counts).toEqual({ names: 1000, declarations: 1000 });
  expect(steps).toEqual({
    registering: { opened: ["bin/tools.json"], packages: [] },
    "looking up": { opened: [], packages: [] },
    declaring: { opened: [], packages: [] },
    "building a call": { opened: ["bin/tools/tool_500.cjs"], packages: [] },
  });
});

it("asks as the user's settings say, and before all else as is said for this time", async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, "toolgen"));
  writeFileSync(
    join(home, "toolgen/settings.json"),
    JSON.stringify({ risk: { say_hello: { decision: "allow" }, wait_long: "dangerous" } }),
  );
  const environment = { workspace: project, env: { ...process.env, XDG_CONFIG_HOME: home } };
  const asked = async (name: string, settings?: Settings) => {
    const registry = new ToolRegistry({ environment: { ...environment, ...(settings && { settings }) } });
    registry.registerGenerated("generated");
    const details = await registry
      .getTool(name)
      ?.build(name === "count_lines" ? { files: ["a.txt"] } : {})
      .shouldConfirmExecute(never);
    return details !== false && details?.type;
  };
  const now = (risk: JsonObject) => readSettings({ risk }, { file: "the command line" }).settings;
  expect(await asked("say_hello")).toBe(false);
  expect(await asked("say_hello", now({ say_hello: { decision: "ask" } }))).toBe("exec");
  expect(await asked("count_lines", now({ "*": { decision: "ask" } }))).toBe("exec");
  await expect(asked("wait_long", now({ wait_long: { decision: "deny" } }))).rejects.toThrow("denied by the command line");
  const invocation = new ToolRegistry({ environment });
  invocation.registerGenerated("generated");
  const call = invocation.getTool("wait_long")?.build({});
  expect(call instanceof CommandInvocation && call.getRisk().level).toBe("dangerous");
});

it("shows what an edit of a generated tool would do", async () => {
  const folder = builtProject({ "substitute.yaml": substitute, "substitute.cjs": substituteProgram });
  writeFileSync(join(folder, "a.txt"), "one\n");
  const registry = new ToolRegistry({ environment: { workspace: folder } });
  registry.registerGenerated("generated");
  const invocation = registry.getTool("substitute")?.build({ file: "a.txt", from: "one", to: "two" });
  expect(await invocation?.shouldConfirmExecute(never)).toMatchObject({ type: "edit", originalContent: "one\n", newContent: "two\n" });
});

it("runs what a platform has of its own", async () => {
  const spec = `name: say_here
description: Say something.
kind: read
command: [printf, anywhere]
platforms: { linux: { command: [printf, here] }, macos: { command: [printf, here] } }
`;
  const registry = new ToolRegistry({ environment: { workspace: builtProject({ "say.yaml": spec }) } });
  registry.registerGenerated("generated");
  expect(await registry.getTool("say_here")?.buildAndExecute({}, never)).toMatchObject({ llmContent: "here" });
});
