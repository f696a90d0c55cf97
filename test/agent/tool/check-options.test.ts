import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  type AgenticLoopOptions,
  checkEnvironment,
  DeclarativeTool,
  executeFunctionCall,
  hasCycleInSchema,
  InvalidParamsError,
  runAgenticLoop,
  ToolRegistry,
} from "../../../src/runtime/index.js";
import { builtProject, sayTool } from "../../kit/project.js";
import { toolOf } from "./defined.js";

const registry = new ToolRegistry();
const say = await toolOf(sayTool, "/");
const signal = AbortSignal.timeout(60_000);
/** Programs without types give anything. */
const given = (value: unknown) => value as never;

class Tool extends DeclarativeTool<object, never> {
  override build = given(undefined);
  override validateToolParams = given(undefined);
}

const executed = (made: unknown, options: unknown) => executeFunctionCall(given(made), given(options));
const call = (options: unknown) => executed({ name: "x", args: {} }, options);
const loop = (options: object) => runAgenticLoop({ model: "a/b", registry, prompt: "Go.", ...options } as AgenticLoopOptions);

/** Mistakes in what a program gives, and the words that name each. */
const mistakes: readonly (readonly [string, () => unknown, string])[] = [
  ["a misspelt callback of a call", () => call({ registry, signal, onOutptu() {} }), "no option `onOutptu`. Did you mean `onOutput`?"],
  ["a missing signal", () => call({ registry }), "executeFunctionCall needs `signal`: an AbortSignal"],
  ["a signal that is a number", () => call({ registry, signal: 5000 }), "`signal` of executeFunctionCall must be an AbortSignal"],
  ["the class of a registry", () => call({ registry: ToolRegistry, signal }), "the class ToolRegistry: write new ToolRegistry(…)"],
  ["no options", () => call(undefined), "executeFunctionCall takes an object of options, not undefined"],
  ["no call", () => executed(undefined, { registry, signal }), "The call of executeFunctionCall must be an object"],
  ["another API's arguments", () => executed({ name: "x", input: {} }, { registry, signal }), "has `input`: give them as `args`"],
  ["a misspelt callback of a loop", () => loop({ onToolConfirmationRequird() {} }), "Did you mean `onToolConfirmationRequired`?"],
  [
    "a loop's registry that declares nothing",
    () => loop({ registry: { lookUpTool() {} } }),
    "`getFunctionDeclarations` of `registry` must be",
  ],
  ["a misspelt option of a registry", () => new ToolRegistry(given({ mcpServer: {} })), "Did you mean `mcpServers`?"],
  ["a misspelt limit", () => new ToolRegistry({ limits: given({ callMS: "1" }) }), "Did you mean `callMs`?"],
  ["a text for a list", () => new ToolRegistry({ include: given("git_*") }), 'must be a list of texts, not the string "git_*"'],
  ["a misspelt environment", () => new ToolRegistry({ environment: given({ worksapce: "/" }) }), "Did you mean `workspace`?"],
  ["a settings file's form", () => checkEnvironment({ settings: given({ confirm: {}, risk: {} }) }), "has `risk`, as a settings file has"],
  [
    "a settings file's word",
    () => checkEnvironment({ settings: given({ confirm: { safe: "never" }, overrides: {} }) }),
    "must be allow, ask or deny",
  ],
  ["a class for a tool", () => registry.registerTool(given(Tool)), "not the class Tool: write new Tool(…)"],
  ["a misspelt registration", () => registry.registerTool(say, given({ alises: ["x"] })), "Did you mean `aliases`?"],
  ["a number for a folder", () => registry.registerGenerated(given(1)), "must be a text, not the number 1"],
  ["no signal for a call of a class", () => say.buildAndExecute({ text: "a" }, given(undefined)), "must be an AbortSignal"],
  ["a signal for options", () => say.build({ text: "a" }).execute(given(signal)), "execute takes { abortSignal: signal }"],
];

it.each(mistakes)("refuses at once: %s", async (_, make, words) => {
  const error = await Promise.resolve()
    .then(make)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain(words);
});

it("takes what models and providers add to a call", async () => {
  const made = { name: "unknown_tool", args: {}, thoughtSignature: "abc", willContinue: false };
  expect((await executed(made, { registry, signal, confirm: undefined })).status).toBe("error");
});

it("takes what Gemini CLI's core passes to every call", async () => {
  const options = { abortSignal: signal, shellExecutionConfig: {}, setExecutionIdCallback() {} };
  expect((await say.build({ text: "a" }).execute(options)).error).toBeUndefined();
});

it("finds the folder of outputs as a path, as an address, and says where it looked", () => {
  const project = builtProject({ "tools.d/say.yaml": sayTool });
  const names = new ToolRegistry({ environment: { workspace: project } }).registerGenerated("generated");
  expect(names).toEqual(["say"]);
  expect(new ToolRegistry().registerGenerated(new URL(`file://${join(project, "generated")}`))).toEqual(["say"]);
  const looked = () => new ToolRegistry({ environment: { workspace: project } }).registerGenerated("absent/folder");
  expect(looked).toThrow(`bin/tools.json was looked for in ${join(project, "absent/folder")}, `);
  // Not above the program's own project.
  const above = builtProject({ "tools.d/say.yaml": sayTool });
  const program = process.argv[1] ?? "";
  try {
    for (const [mark, finds] of [
      ["package.json", false],
      ["toolgen.yaml", false],
      ["other.json", true],
    ] as const) {
      const inner = join(above, `of ${mark}`);
      mkdirSync(join(inner, "bin"), { recursive: true });
      writeFileSync(join(inner, mark), "{}");
      writeFileSync(join(above, "package.json"), "{}");
      process.argv[1] = join(inner, "bin/main.js");
      const register = () => new ToolRegistry({ environment: { workspace: inner } }).registerGenerated("generated");
      if (finds) expect(register()).toEqual(["say"]);
      else expect(register).toThrow(`looked for in ${join(inner, "generated")}, ${join(inner, "bin/generated")}. `);
    }
  } finally {
    process.argv[1] = program;
  }
});

it("gives the problems of refused arguments as codes with their facts", () => {
  const refused = say.silentBuild({ texts: 1 });
  expect(refused).toBeInstanceOf(InvalidParamsError);
  expect((refused as InvalidParamsError).problems).toContainEqual(expect.objectContaining({ code: "missing", path: ["text"] }));
});

it("detects schemas that lead back to themselves", () => {
  const node = { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } } };
  expect(hasCycleInSchema({ $ref: "#/$defs/node", $defs: { node } })).toBe(true);
  expect(hasCycleInSchema({ properties: { self: { $ref: "#" } } })).toBe(true);
  const twice = { properties: { a: { $ref: "#/$defs/b" }, c: { $ref: "#/$defs/b" } }, $defs: { b: { type: "string" } } };
  expect(hasCycleInSchema(twice)).toBe(false);
});
