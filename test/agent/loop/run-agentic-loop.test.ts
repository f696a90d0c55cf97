import { expect, it } from "vitest";
import { type AgenticLoopEvent, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

it("asks the model again with what its calls came to, until it has an answer", async () => {
  const { model, prompts } = modelOf({ calls: [["look", { what: "a" }]], tokens: [10, 5] }, { text: "It is a.", tokens: [20, 3] });
  const events: AgenticLoopEvent[] = [];
  const result = await runAgenticLoop({
    model,
    registry: registryOf(new OwnTool("look")),
    system: "Be short.",
    prompt: "What is it?",
    onEvent: (event) => events.push(event),
  });
  expect(result).toMatchObject({ status: "completed", text: "It is a.", turns: 2 });
  expect(result.usage).toMatchObject({ inputTokens: 30, outputTokens: 8, totalTokens: 38 });
  expect(result.messages).toEqual([
    { role: "user", content: "What is it?" },
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "t1.1", toolName: "look", input: { what: "a" } }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: "t1.1", toolName: "look", output: { type: "text", value: "a" } }] },
    { role: "assistant", content: [{ type: "text", text: "It is a." }] },
  ]);
  expect(prompts).toMatchObject([
    [{ role: "system", content: "Be short." }, { role: "user" }],
    [{}, {}, { role: "assistant" }, { role: "tool" }],
  ]);
  expect(events.map(({ type }) => type)).toEqual(["turn", "call", "started", "result", "text", "turn"]);
});
