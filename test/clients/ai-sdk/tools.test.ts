import * as ai6 from "ai";
import { MockLanguageModelV3 } from "ai/test";
import * as ai7 from "ai-7";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aiSdkTools, ToolConfirmationOutcome, type ToolRegistry, toolSchema } from "../../../src/runtime/index.js";
import { deployCall, frameworkProject, weatherCall } from "../../kit/framework-project.js";
import { modelThatCalls } from "./model.js";

let registry: ToolRegistry;
beforeAll(() => {
  registry = frameworkProject().registry;
});
afterAll(() => registry.close());

const sent = ({ name, args }: typeof weatherCall | typeof deployCall) => ({ toolName: name, input: JSON.stringify(args) });
type Sdk = Pick<typeof ai6, "generateText">;
const majors: readonly (readonly [number, Sdk])[] = [
  [6, ai6],
  [7, ai7 as unknown as Sdk],
];

it.each(majors)("runs calls of ai %i as executeFunctionCall does: repaired, with data, and failures as errors", async (_, sdk) => {
  const model = modelThatCalls(sent(weatherCall), { toolName: "weather", input: '{"city":"O"}' });
  const { steps } = await sdk.generateText({ model, tools: aiSdkTools(registry), prompt: "x", stopWhen: ({ steps }) => steps.length > 1 });
  const [good, bad] = steps[0]?.content.filter(({ type }) => type === "tool-result" || type === "tool-error") ?? [];
  expect(good).toMatchObject({ type: "tool-result", output: { data: { temp: 3, city: "Oslo" } } });
  expect(bad).toMatchObject({ type: "tool-error", error: { message: expect.stringContaining("at least 2 characters") } });
  const [, request] = model.doGenerateCalls;
  const shown = request?.prompt.at(-1)?.content as readonly { readonly output: { readonly type: string; readonly value: string } }[];
  expect(shown.map(({ output }) => output.type)).toEqual(["text", "error-text"]);
  // The schema is the tool's own, with its tuple: not one of draft-07.
  const declared = request?.tools?.find(({ name }) => name === "weather");
  expect(declared).toMatchObject({ inputSchema: { properties: { at: { prefixItems: [{ type: "number" }, { type: "number" }] } } } });
});

it.each(majors)(
  "lets ai %i request approval of a call that requires confirmation, and asks `confirm` instead if there is one",
  async (_, sdk) => {
    const tools = aiSdkTools(registry);
    const model = modelThatCalls(sent(deployCall), sent(weatherCall));
    const { content } = await sdk.generateText({ model, tools, prompt: "x" });
    expect(content.map(({ type }) => type)).toEqual(expect.arrayContaining(["tool-approval-request", "tool-result"]));
    expect(content.filter((part) => part.type === "tool-result").map(({ toolName }) => toolName)).toEqual(["weather"]);
    expect(await tools.deploy?.execute(deployCall.args, { toolCallId: "call-0" })).toEqual({ text: "deployed shop\n" });
    await expect(tools.deploy?.execute(deployCall.args, { toolCallId: "call-0" })).rejects.toThrow("it must be confirmed");

    const asked: string[] = [];
    const own = aiSdkTools(registry, {
      confirm: async ({ tool }) => {
        asked.push(tool.name);
        return ToolConfirmationOutcome.Cancel;
      },
    });
    const denied = await sdk.generateText({ model: modelThatCalls(sent(deployCall)), tools: own, prompt: "x" });
    expect(denied.content.map(({ type }) => type)).toEqual(["tool-call", "tool-error"]);
    expect(asked).toEqual(["deploy"]);
  },
);

it("names an option that it doesn't have", () => {
  expect(() => aiSdkTools(registry, { confirms: () => {} } as object)).toThrow(
    "aiSdkTools has no option `confirms`. Did you mean `confirm`?",
  );
});

it("takes the Standard Schema of a tool as it is", async () => {
  const weather = registry.getTool("weather");
  const schema = toolSchema<{ city: string }, { city: string; days: number }>({
    parameterSchema: weather?.parameterSchema ?? {},
    validate: () => true,
    definition: { params: ["city", "days"], aliases: [], ignore: [], mutuallyExclusive: [], defaults: { days: 1 } },
  });
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: "text", text: '{"city":"Oslo"}' }],
      finishReason: { unified: "stop", raw: undefined },
      usage: { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } },
      warnings: [],
    }),
  });
  const { output } = await ai6.generateText({ model, prompt: "x", output: ai6.Output.object({ schema }) });
  const days: number = output.days;
  expect({ ...output, days }).toMatchObject({ city: "Oslo" });
});
