import { expect, it, onTestFinished, vi } from "vitest";
import { countRepetitions, hashCall } from "../../../src/agent/loop/run-loop.js";
import { type AgenticLoopLimits, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf, type Turn } from "./model.js";

async function loop(turns: readonly Turn[], limits: Partial<AgenticLoopLimits> = {}) {
  const read = new OwnTool("read");
  const { model, prompts, results } = modelOf(...turns);
  const result = await runAgenticLoop({ model, registry: registryOf(read), prompt: "Go.", limits });
  return { result, read, prompts, results };
}

const reads = (...whats: readonly string[]): Turn => ({ calls: whats.map((what) => ["read", { what }]), tokens: [10, 5] });

it("stops after so many turns, having run the calls of the last", async () => {
  const { result, read } = await loop([reads("a"), reads("b"), reads("c")], { turns: 2 });
  expect(result).toMatchObject({ status: "limit", reason: "The model has reached its limit of 2 turns.", turns: 2 });
  expect(read.runs).toEqual([{ what: "a" }, { what: "b" }]);
  expect(result.messages.at(-1)).toMatchObject({ role: "tool", content: [{ output: { value: "b" } }] });
});

it("stops where so many tokens are used", async () => {
  const { result } = await loop([reads("a"), reads("b"), reads("c")], { tokens: 30 });
  expect(result).toMatchObject({ status: "limit", reason: "The loop has used 30 tokens of 30.", usage: { totalTokens: 30 } });
});

it.each<[string, Turn]>([
  ["text", { text: "word ".repeat(1000), then: "open" }],
  [
    "reasoning",
    {
      parts: [
        { type: "reasoning-start", id: "1" },
        ...Array.from({ length: 1000 }, () => ({ type: "reasoning-delta", id: "1", delta: "hm... " }) as const),
      ],
      then: "open",
    },
  ],
  [
    "arguments",
    {
      parts: [
        { type: "tool-input-start", id: "1", toolName: "read" },
        ...Array.from({ length: 1000 }, () => ({ type: "tool-input-delta", id: "1", delta: '{"what"' }) as const),
      ],
      then: "open",
    },
  ],
  [
    "arguments in one piece",
    {
      parts: Array.from({ length: 100 }, (_, i) => ({
        type: "tool-call" as const,
        toolCallId: `c${i}`,
        toolName: "read",
        input: JSON.stringify({ what: "x".repeat(50) }),
      })),
      then: "open",
    },
  ],
])("ends an answer that uses more tokens than are left while it is spoken: %s", async (_, turn) => {
  const { result, prompts } = await loop([reads("a"), turn], { tokens: 100 });
  expect(result).toMatchObject({ status: "limit", reason: "The model's answer was ended, because the loop has used its 100 tokens." });
  expect(result.usage.totalTokens).toBeGreaterThan(100);
  expect([result.state.calls, result.messages.at(-1)?.role, prompts.length]).toEqual([[], "tool", 2]);
});

it("leaves an answer within the limit to its end", async () => {
  const { result } = await loop([{ text: "x".repeat(400), tokens: [1, 100] }], { tokens: 101 });
  expect([result.status, result.usage.totalTokens]).toEqual(["completed", 101]);
});

it("stops in the middle of what it does when its time is over", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const wait = new OwnTool("wait", {
    execute: (_, { abortSignal }) =>
      new Promise((_resolve, reject) => {
        abortSignal.addEventListener("abort", () => reject(abortSignal.reason));
        vi.advanceTimersByTime(60_000);
      }),
  });
  const { model } = modelOf({ calls: [["wait", { what: "a" }]] });
  const result = await runAgenticLoop({ model, registry: registryOf(wait), prompt: "Go.", limits: { milliseconds: 60_000 } });
  expect(result).toMatchObject({ status: "limit", reason: "The loop has reached its time limit of 60 seconds." });
  expect(result.messages.at(-1)).toMatchObject({ content: [{ output: { type: "error-text", value: "wait was cancelled." } }] });
});

it("counts the time of other processes", async () => {
  const { result } = await loop([reads("a")], { turns: 1 });
  const used = { ...result.state, usage: { ...result.state.usage, milliseconds: 60_000 } };
  const { model, prompts } = modelOf();
  const again = await runAgenticLoop({ model, registry: registryOf(), resume: used, limits: { milliseconds: 60_000 } });
  expect([again.status, prompts.length]).toEqual(["limit", 0]);
  expect(again.usage.milliseconds).toBeGreaterThanOrEqual(60_000);
});

it("has limits that are none where they are infinite", async () => {
  const none = { turns: Number.POSITIVE_INFINITY, tokens: Number.POSITIVE_INFINITY, milliseconds: Number.POSITIVE_INFINITY };
  const forever = { ...none, repeats: Number.POSITIVE_INFINITY, parallel: Number.POSITIVE_INFINITY };
  const { result, read } = await loop([reads("a", "a", "a"), reads("a", "a", "a"), reads("a", "a", "a"), { text: "Done." }], forever);
  expect([result.status, read.runs.length]).toEqual(["completed", 9]);
  expect(result.state.recent).toEqual([]);
});

it("tells the model that it makes the same call over and over, whatever the order of its keys", async () => {
  const turns: Turn[] = [
    { calls: [["read", { what: "a", times: 1 }]] },
    { calls: [["Read", { times: 1, what: "a" }]] },
    { calls: [["read", { what: "a", times: 1 }]] },
    { calls: [["read", { what: "b" }]] },
    { text: "Done." },
  ];
  const { result, results } = await loop(turns);
  expect(result.status).toBe("completed");
  expect(results()).toEqual({
    "t1.1": "a",
    "t2.1": "a",
    "t3.1": expect.stringMatching(/^a\n\nYou have made this call 3 times in a row with the same arguments\. Do something else/),
    "t4.1": "b",
  });
});

it("takes a call for the same by whatever names and types of its arguments it is made", async () => {
  const ways = [
    ["read", { what: "a", times: 1 }],
    ["Read", { text: "a", times: 1 }],
    ["read", { what: "a", times: "1" }],
    ["READ", '{"text": "a", "times": 1,}'],
  ] as const;
  const { result, read, results } = await loop([...ways.map((way): Turn => ({ calls: [way] })), { text: "Done." }], { repeats: 2 });
  expect(result).toMatchObject({ status: "limit", reason: "The same call of READ was made 4 times in a row." });
  expect([read.runs.length, results()["t2.1"]]).toEqual([3, expect.stringContaining("You have made this call 2 times in a row")]);
});

it("stops if the model continues: the last call isn't run", async () => {
  const { result, read, prompts } = await loop(
    Array.from({ length: 5 }, () => reads("a")),
    { repeats: 2 },
  );
  expect(result).toMatchObject({ status: "limit", reason: "The same call of read was made 4 times in a row." });
  expect([read.runs.length, prompts.length]).toEqual([3, 4]);
  expect(result.messages.at(-1)).toMatchObject({
    content: [{ output: { type: "error-text", value: expect.stringContaining("not run again") } }],
  });
});

it("notices it within a turn, and after it was resumed", async () => {
  const within = await loop([reads("a", "a", "a", "a", "a", "a", "a", "b")]);
  expect(within.result.status).toBe("limit");
  expect(within.read.runs).toHaveLength(5);
  const first = await loop([reads("a"), reads("a")], { repeats: 2, turns: 2 });
  const read = new OwnTool("read");
  const second = await runAgenticLoop({
    model: modelOf(reads("a"), reads("a")).model,
    registry: registryOf(read),
    resume: JSON.parse(JSON.stringify(first.result.state)),
    limits: { repeats: 2 },
  });
  expect([second.status, read.runs.length]).toEqual(["limit", 1]);
});

it.each([
  ["a", 1],
  ["a b", 1],
  ["b a a a", 3],
  ["a a b", 1],
  ["x a b a b", 2],
  ["a b c a b c a b c", 3],
  ["a b c d a b c d", 2],
  ["a b a b a", 2],
])("finds how often a call or a round of calls comes in a row: %s", (marks, times) => {
  expect(countRepetitions(marks.split(" "))).toBe(times);
});

it("marks calls by their tool and all of their arguments", () => {
  const mark = hashCall({ name: "read", args: { a: [1, { b: 2, c: 3 }] } });
  expect(hashCall({ name: "read", args: { a: [1, { c: 3, b: 2 }] } })).toBe(mark);
  expect(hashCall({ name: "read", args: { a: [1, { c: 2, b: 3 }] } })).not.toBe(mark);
  expect(hashCall({ name: "write", args: { a: [1, { b: 2, c: 3 }] } })).not.toBe(mark);
});
