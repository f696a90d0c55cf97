import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type AgenticLoopOptions,
  aiSdkTools,
  anthropicTools,
  BaseDeclarativeTool,
  checkEnvironment,
  createValidator,
  DeclarativeTool,
  executeFunctionCall,
  geminiTools,
  hasCycleInSchema,
  InvalidParamsError,
  Kind,
  langChainTools,
  mastraTools,
  openAiAgentsTools,
  openAiResponsesTools,
  openAiTools,
  repairToolCall,
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

const declared = registry.getFunctionDeclarations();
const made = { name: "mine", displayName: "Mine", description: "d", kind: Kind.Read, parameterSchema: { type: "object" } } as const;
const hand = (tool: object) => new HandWritten(given(tool));
class HandWritten extends BaseDeclarativeTool<object, never> {
  protected override createInvocation = given(undefined);
}

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
  ["a limit that is over before it begins", () => new ToolRegistry({ limits: { callMs: -5 } }), "a number of milliseconds above 0"],
  ["a text for names", () => registry.getFunctionDeclarationsFiltered(given("x")), "must be a list of texts"],
  ["a misspelt option of a framework", () => aiSdkTools(registry, given({ confrim() {} })), "Did you mean `confirm`?"],
  ["the class of a framework's registry", () => aiSdkTools(given(ToolRegistry)), "the class ToolRegistry: write new ToolRegistry(…)"],
  ["a class among tools", () => aiSdkTools(given([say, Tool])), "Element 1 of the tools of aiSdkTools"],
  ["no tools", () => repairToolCall(given(undefined)), "must be a list, such as [new CountLinesTool()], not undefined"],
  ["a misspelt function of a framework", () => mastraTools(registry, given({ createTol() {} })), "Did you mean `createTool`?"],
  ["no function of a framework", () => langChainTools(registry, given({})), "langChainTools needs `tool`: a function"],
  ["no options of a framework", () => openAiAgentsTools(registry, given(undefined)), "takes an object of options, not undefined"],
  [
    "a registry for its declarations",
    () => anthropicTools(given(registry)),
    "such as registry.getFunctionDeclarations(), not an object of",
  ],
  ["classes for declarations", () => geminiTools(given([Tool])), "Element 0 of the declarations of geminiTools must be a declaration"],
  ["no declarations", () => [openAiTools(declared), openAiResponsesTools(given({}))], "the declarations of openAiResponsesTools must be"],
  ["a text for a schema", () => createValidator(given("x")), 'The schema of createValidator must be an object, not the string "x"'],
  ["a misspelt key of a tool", () => hand({ ...made, alaises: {} }), "Did you mean `aliases`?"],
  ["a tool without a schema", () => hand({ ...made, parameterSchema: undefined }), "needs `parameterSchema`: an object"],
  ["an unknown kind", () => hand({ ...made, kind: "raed" }), "`kind` of The tool of BaseDeclarativeTool must be one of read, "],
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

const withOptions: Readonly<Record<string, (options: object) => unknown>> = {
  ToolRegistry: (options) => new ToolRegistry(given(options)),
  registerTool: (options) => registry.registerTool(say, given(options)),
  executeFunctionCall: (options) => call({ registry, signal, ...options }),
  runAgenticLoop: loop,
  aiSdkTools: (options) => aiSdkTools(registry, given(options)),
  openAiAgentsTools: (options) => openAiAgentsTools(registry, given({ tool() {}, ...options })),
  langChainTools: (options) => langChainTools(registry, given({ tool() {}, ...options })),
  mastraTools: (options) => mastraTools(registry, given({ createTool() {}, ...options })),
  checkEnvironment: (options) => checkEnvironment(given(options)),
  execute: (options) => say.build({ text: "a" }).execute(given({ abortSignal: signal, ...options })),
  BaseDeclarativeTool: (options) => hand({ ...made, ...options }),
};

it.each(Object.entries(withOptions))("refuses every unknown option of %s by its name", async (_, use) => {
  const letters = fc.string({ unit: fc.constantFrom(..."aeioxyzTU"), minLength: 5, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(
      letters,
      fc.constantFrom<unknown>(true, "x", 1, null, [], () => {}),
      async (name, value) => {
        const error = await Promise.resolve()
          .then(() => use({ [name]: value }))
          .catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(TypeError);
        expect(String(error)).toContain(`has no option \`${name}\`.`);
      },
    ),
    { numRuns: 20 },
  );
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
