import { expect, it } from "vitest";
import { type AgenticLoopEvent, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf, type Turn } from "./model.js";

/** A loop with a tool that reads and one that writes, in which everything is approved. */
async function loop(...turns: readonly Turn[]) {
  const read = new OwnTool("read");
  const write = new OwnTool("write", { kind: "edit" });
  const { model, prompts, results } = modelOf(...turns);
  const events: AgenticLoopEvent[] = [];
  const result = await runAgenticLoop({ model, registry: registryOf(read, write), prompt: "Go.", onEvent: (event) => events.push(event) });
  return { result, read, write, prompts, results: turns.length === prompts.length ? results() : {}, events };
}

const done: Turn = { text: "Done." };

/** The calls that the model is shown of itself. */
const shownCalls = (prompt: readonly { readonly role: string; readonly content: unknown }[] | undefined) =>
  prompt
    ?.flatMap(({ role, content }) => (role === "assistant" ? (content as readonly { readonly type: string }[]) : []))
    .filter(({ type }) => type === "tool-call");

it("answers a call of a tool that doesn't exist with the closest ones, and goes on", async () => {
  const { result, results, prompts } = await loop(
    {
      calls: [
        ["raed", { what: "a" }],
        ["make coffee!", {}],
      ],
    },
    done,
  );
  expect(result).toMatchObject({ status: "completed", text: "Done." });
  expect(results).toEqual({
    "t1.1": "There is no tool named 'raed'. Did you mean 'read'?",
    "t1.2": "There is no tool named 'make coffee!'.",
  });
  // Such a name can't be sent back to every provider.
  expect(shownCalls(prompts[1])).toMatchObject([{ toolName: "raed" }, { toolName: "make_coffee_" }]);
});

it("finds the tool that was meant, and shows the model its right name", async () => {
  const { read, results, prompts } = await loop({ calls: [["functions.Read", { text: "a" }]] }, done);
  expect(read.runs).toEqual([{ what: "a" }]);
  expect(results).toEqual({ "t1.1": "a" });
  expect(shownCalls(prompts[1])).toMatchObject([{ toolName: "read", input: { text: "a" } }]);
});

it.each([
  ["quotes and commas of another language", "{what: 'a', 'times': 2,}", { what: "a", times: 2 }],
  ["a block of Markdown", '```json\n{"what": "a"}\n```', { what: "a" }],
  ["JSON in JSON", '"{\\"what\\":\\"a\\"}"', { what: "a" }],
  ["a bracket that is missing", '{"what": "a"', { what: "a" }],
])("repairs arguments that aren't JSON: %s", async (_, text, args) => {
  const { read, results, prompts } = await loop({ calls: [["read", text]] }, done);
  expect(read.runs).toEqual([args]);
  expect(results).toEqual({ "t1.1": "a" });
  expect(shownCalls(prompts[1])).toMatchObject([{ input: args }]);
});

it.each([
  ["what can be read in two ways", '{"what": "a" "times": }', "whose JSON is broken or cut off"],
  ["what is no object", "[1, 2]", "must be one JSON object"],
  ["a number that would become another", '{"what": "a", "times": 12345678901234567890}', "12345678901234567890"],
])("says what is wrong with arguments that can't be mended: %s", async (_, text, why) => {
  const { read, results, result, prompts } = await loop({ calls: [["read", text]] }, done);
  expect(result.status).toBe("completed");
  expect(read.runs).toEqual([]);
  expect(results["t1.1"]).toContain(why);
  // Every provider takes an object, and nothing else.
  expect(shownCalls(prompts[1])?.[0]).toHaveProperty("input", {});
});

it("never writes what was cut off, though it could be completed", async () => {
  const { write, results } = await loop({ calls: [["write", '{"what": "a"']] }, done);
  expect(write.runs).toEqual([]);
  expect(results["t1.1"]).toMatch(/cut off|JSON/);
});

it("takes no arguments for none, and ids that are missing or given twice for two calls", async () => {
  const { read, results, prompts } = await loop(
    {
      calls: [
        ["read", "", "x"],
        ["read", { what: "b" }, "x"],
        ["read", { what: "c" }, ""],
      ],
    },
    done,
  );
  expect(read.runs).toEqual([{ what: "b" }, { what: "c" }]);
  expect(results).toEqual({ x: expect.stringContaining("`what` is required"), x_2: "b", call: "c" });
  expect(shownCalls(prompts[1])).toMatchObject([{ toolCallId: "x", input: {} }, { toolCallId: "x_2" }, { toolCallId: "call" }]);
});

it("runs nothing of an answer that broke off, and keeps nothing of it but its text", async () => {
  const { result, read, events } = await loop({ text: "Let me", calls: [["read", { what: "a" }]], then: "closed" });
  expect(result).toMatchObject({
    status: "failed",
    reason: "The model's answer broke off before it was finished.",
    text: "Let me",
    turns: 0,
  });
  expect(read.runs).toEqual([]);
  expect(result.messages).toEqual([{ role: "user", content: "Go." }]);
  expect(events.map(({ type }) => type)).toEqual(["text"]);
});

it("fails with what the provider says where its stream has an error", async () => {
  const { result, read } = await loop({ calls: [["read", { what: "a" }]], parts: [{ type: "error", error: new Error("overloaded") }] });
  expect(result).toMatchObject({ status: "failed", reason: "overloaded", error: new Error("overloaded") });
  expect(read.runs).toEqual([]);
});

it("runs no call of an answer that was cut off at its length, and lets the model make it again", async () => {
  const { result, write, results } = await loop(
    { calls: [["write", { what: "half of" }]], finish: "length" },
    { calls: [["write", { what: "less" }]] },
    done,
  );
  expect(result.status).toBe("completed");
  expect(write.runs).toEqual([{ what: "less" }]);
  expect(results["t1.1"]).toMatch(/^Not run: .* cut off .* Make the call again/);
});

it.each<[Turn["finish"], string, string]>([
  ["length", "limit", "The model's answer was cut off at the limit of its length."],
  ["content-filter", "failed", "The model's answer was stopped by a content filter."],
])("says so where an answer ended by %s", async (finish, status, reason) => {
  const { result } = await loop({ text: "I would", ...(finish && { finish }) });
  expect(result).toMatchObject({ status, reason, text: "I would" });
});

it("reports warnings of the provider, and prints none", async () => {
  const warning = { type: "unsupported" as const, feature: "seed", details: "Leave it out." };
  const { events } = await loop({ text: "Done.", parts: [{ type: "stream-start", warnings: [warning] }] });
  expect(events).toContainEqual({ type: "warning", message: "The model's provider does not support 'seed'. Leave it out." });
});

it("lets what a model does inside its provider alone", async () => {
  const parts = [
    { type: "tool-call" as const, toolCallId: "p", toolName: "web_search", input: "{}", providerExecuted: true, dynamic: true },
    { type: "tool-result" as const, toolCallId: "p", toolName: "web_search", result: { found: 1 }, dynamic: true },
  ];
  const { result, results } = await loop({ parts, calls: [["read", { what: "a" }]] }, done);
  expect(result.status).toBe("completed");
  expect(results).toEqual({ "t1.1": "a" });
});
