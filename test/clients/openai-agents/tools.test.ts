import { Agent, type Model, type ModelRequest, type ModelResponse, Runner, tool, Usage } from "@openai/agents-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAiAgentsTools, type ToolRegistry } from "../../../src/runtime/index.js";
import { deployCall, frameworkProject, weatherCall } from "../../kit/framework-project.js";

let registry: ToolRegistry;
beforeAll(() => {
  registry = frameworkProject().registry;
});
afterAll(() => registry.close());

/** A model that makes these calls in its first turn, and then says that it has done so. */
class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #calls: readonly { readonly name: string; readonly args: object }[];

  constructor(...calls: readonly { readonly name: string; readonly args: object }[]) {
    this.#calls = calls;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(request);
    const calls = this.#calls.map(({ name, args }, i) => {
      const callId = `call-${i}`;
      return { type: "function_call" as const, callId, name, arguments: JSON.stringify(args), status: "completed" as const };
    });
    const text = { type: "output_text" as const, text: "Done." };
    const answer = { type: "message" as const, role: "assistant" as const, status: "completed" as const, content: [text] };
    return { usage: new Usage(), output: this.requests.length === 1 ? calls : [answer] };
  }

  // biome-ignore lint/correctness/useYield: the tests don't stream
  async *getStreamedResponse(): AsyncGenerator<never> {
    throw new Error("This model doesn't stream.");
  }
}

const runner = new Runner({ tracingDisabled: true });
const outputsOf = (items: readonly { readonly type: string; toJSON(): unknown }[]) =>
  items.filter(({ type }) => type === "tool_call_output_item").map((item) => JSON.stringify(item.toJSON()));

it("runs calls of the SDK as executeFunctionCall does, and tells the model what was wrong", async () => {
  const model = new ScriptedModel(weatherCall, { name: "weather", args: { city: "O" } });
  const agent = new Agent({ name: "a", model, tools: openAiAgentsTools(registry, { tool }) });
  const result = await runner.run(agent, "x");
  expect(result.finalOutput).toBe("Done.");
  const [good, bad] = outputsOf(result.newItems);
  expect(good).toContain("Oslo");
  expect(bad).toContain("at least 2 characters");
  const declared = model.requests[0]?.tools.find((one) => "name" in one && one.name === "weather");
  expect(declared).toMatchObject({ strict: false, parameters: { required: ["city"], additionalProperties: false } });
});

it("interrupts the run for a call that requires confirmation, and executes it when it was approved", async () => {
  const agent = new Agent({ name: "a", model: new ScriptedModel(deployCall, weatherCall), tools: openAiAgentsTools(registry, { tool }) });
  const paused = await runner.run(agent, "x");
  expect(paused.interruptions.map(({ name }) => name)).toEqual(["deploy"]);
  for (const one of paused.interruptions) paused.state.approve(one);
  const result = await runner.run(agent, paused.state);
  expect(outputsOf(result.newItems).join()).toContain("deployed shop");
});
