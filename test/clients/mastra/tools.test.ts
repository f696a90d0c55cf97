import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mastraTools, type ToolRegistry } from "../../../src/runtime/index.js";
import { deployCall, frameworkProject, weatherCall } from "../../kit/framework-project.js";
import { modelThatCalls } from "../ai-sdk/model.js";

let registry: ToolRegistry;
beforeAll(() => {
  registry = frameworkProject().registry;
});
afterAll(() => registry.close());

const sent = ({ name, args }: typeof weatherCall | typeof deployCall) => ({ toolName: name, input: JSON.stringify(args) });
const agentOf = (model: ReturnType<typeof modelThatCalls>) =>
  new Agent({ id: "a", name: "a", instructions: "Be brief.", model, tools: mastraTools(registry, { createTool }) });

it("runs calls of Mastra as executeFunctionCall does, and failures are errors", async () => {
  const model = modelThatCalls(sent(weatherCall), { toolName: "weather", input: '{"city":"O"}' });
  const { toolResults, text, ...others } = await agentOf(model).generate("x");
  expect(text).toBe("Done.");
  expect(JSON.stringify([toolResults, others.steps])).toContain('"data":{"temp":3,"city":"Oslo"}');
  expect(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt)).toContain("at least 2 characters");
});

it("suspends the run for a call that requires confirmation", async () => {
  const { toolResults, finishReason } = await agentOf(modelThatCalls(sent(deployCall))).generate("x");
  expect(finishReason).toBe("suspended");
  expect(JSON.stringify(toolResults)).not.toContain("deployed");
});

it("doesn't run such a call where no approval was requested", async () => {
  const { deploy } = mastraTools(registry, { createTool });
  await expect(deploy?.execute?.(deployCall.args, {} as never)).rejects.toThrow("it must be confirmed");
});
