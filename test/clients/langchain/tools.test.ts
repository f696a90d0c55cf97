import { AIMessage, type ToolMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { tool } from "langchain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { langChainTools, ToolConfirmationOutcome, type ToolRegistry } from "../../../src/runtime/index.js";
import { deployCall, frameworkProject, weatherCall } from "../../kit/framework-project.js";

let registry: ToolRegistry;
beforeAll(() => {
  registry = frameworkProject().registry;
});
afterAll(() => registry.close());

const calls = (...sent: readonly { readonly name: string; readonly args: object }[]) =>
  new AIMessage({
    content: "",
    tool_calls: sent.map(({ name, args }, i) => ({ name, args: { ...args }, id: `call-${i}`, type: "tool_call" })),
  });

const run = async (node: ToolNode, message: AIMessage) => {
  const { messages }: { readonly messages: readonly ToolMessage[] } = await node.invoke({ messages: [message] });
  return messages.map(({ text, tool_call_id }) => ({ text, id: tool_call_id }));
};

it("runs calls of LangChain as executeFunctionCall does, and tells the model what was wrong", async () => {
  const tools = langChainTools(registry, { tool });
  const [good, bad, refused] = await run(new ToolNode(tools), calls(weatherCall, { name: "weather", args: { city: "O" } }, deployCall));
  expect(good).toEqual({ id: "call-0", text: expect.stringContaining("Oslo") });
  expect(bad?.text).toContain("at least 2 characters");
  expect(refused?.text).toContain("deploy was not run: it must be confirmed");
  const declared = tools.map((one) => convertToOpenAITool(one)).find(({ function: { name } }) => name === "weather");
  expect(declared?.function.parameters).toMatchObject({ required: ["city"], additionalProperties: false });
});

it("asks `confirm` about a call that requires it", async () => {
  const tools = langChainTools(registry, { tool, confirm: async () => ToolConfirmationOutcome.ProceedOnce });
  expect(await run(new ToolNode(tools), calls(deployCall))).toEqual([{ id: "call-0", text: "deployed shop\n" }]);
});
