import { expect, it, vi } from "vitest";
import { type AgenticLoopState, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

/** A turn in which one call runs, one is asked about, and one comes after it; and what the model says when it knows of all. */
const turns = [
  {
    calls: [
      ["read", { what: "a" }],
      ["write", { what: "b" }],
      ["read", { what: "c" }],
    ],
    tokens: [10, 10],
  },
  { text: "Done.", tokens: [20, 1] },
] as const;

const tools = () => ({ read: new OwnTool("read"), write: new OwnTool("write", { kind: "edit" }) });
const throughJson = (state: AgenticLoopState): AgenticLoopState => JSON.parse(JSON.stringify(state));

async function paused() {
  const { read, write } = tools();
  const registry = registryOf(read, write);
  const { model, prompts } = modelOf(turns[0]);
  const result = await runAgenticLoop({
    model,
    registry,
    system: "Be short.",
    prompt: "Go.",
    onToolConfirmationRequired: async () => "pause",
  });
  return { result, read, write, prompts };
}

it("pauses with what has run, and with nothing that wasn't decided on", async () => {
  const { result, read, write } = await paused();
  expect(result).toMatchObject({ status: "paused", turns: 1, reason: "The call of write (t1.2) waits for an answer." });
  expect([read.runs, write.runs]).toEqual([[{ what: "a" }], []]);
  expect(result.state.calls.map(({ id, result }) => [id, result?.status])).toEqual([
    ["t1.1", "success"],
    ["t1.2", undefined],
    ["t1.3", undefined],
  ]);
  // A program that continues with the messages instead has a result for each call.
  expect(result.messages.at(-1)).toMatchObject({
    role: "tool",
    content: [{ output: { type: "text", value: "a" } }, { output: { type: "error-text", value: expect.stringContaining("Not run.") } }, {}],
  });
});

it("resumes a saved state: asks again about undecided calls, and runs nothing twice", async () => {
  const { state } = (await paused()).result;
  const saved = throughJson(state);
  expect(saved).toEqual(state);
  const { read, write } = tools();
  const { model, prompts, results } = modelOf(turns[1]);
  const onToolConfirmationRequired = vi.fn(async () => true);
  const result = await runAgenticLoop({ model, registry: registryOf(read, write), resume: saved, onToolConfirmationRequired });
  expect([read.runs, write.runs]).toEqual([[{ what: "c" }], [{ what: "b" }]]);
  expect(onToolConfirmationRequired).toHaveBeenCalledOnce();
  expect(prompts[0]?.[0]).toMatchObject({ role: "system", content: "Be short." });
  expect(results()).toEqual({ "t1.1": "a", "t1.2": "b", "t1.3": "c" });
  expect(result).toMatchObject({ status: "completed", text: "Done.", turns: 2, usage: { totalTokens: 41 } });
  expect(result.usage.milliseconds).toBeGreaterThanOrEqual(state.usage.milliseconds);
});

it("can be paused again, and denied in the end", async () => {
  const { state } = (await paused()).result;
  const { read, write } = tools();
  const registry = registryOf(read, write);
  const again = await runAgenticLoop({ model: modelOf().model, registry, resume: state, onToolConfirmationRequired: async () => "pause" });
  expect([again.status, again.state.messages]).toEqual(["paused", state.messages]);
  const { model, results } = modelOf(turns[1]);
  await runAgenticLoop({ model, registry, resume: throughJson(again.state), onToolConfirmationRequired: async () => false });
  expect(write.runs).toEqual([]);
  expect(results()).toEqual({ "t1.1": "a", "t1.2": "Tool execution denied by user.", "t1.3": "c" });
});

it("goes on after a limit that has been raised, and after an error of the provider", async () => {
  const { read, write } = tools();
  const registry = registryOf(read, write);
  const limited = await runAgenticLoop({ model: modelOf(turns[0]).model, registry, prompt: "Go.", limits: { turns: 1 } });
  expect(limited).toMatchObject({ status: "limit", reason: "The model has reached its limit of 1 turn.", state: { calls: [] } });
  expect(write.runs).toHaveLength(1);
  const failed = await runAgenticLoop({ model: modelOf().model, registry, resume: throughJson(limited.state) });
  expect(failed).toMatchObject({ status: "failed", reason: expect.stringContaining("there is no turn 1") });
  const result = await runAgenticLoop({ model: modelOf(turns[1]).model, registry, resume: throughJson(failed.state) });
  expect(result).toMatchObject({ status: "completed", turns: 2 });
  expect(write.runs).toHaveLength(1);
});

it("keeps bytes and addresses of the messages that it was given", async () => {
  const messages = [
    {
      role: "user" as const,
      content: [
        { type: "file", data: new Uint8Array([1, 2, 3]), mediaType: "image/png" },
        { type: "image", image: new URL("https://example.org/a.png") },
      ],
    },
  ];
  const result = await runAgenticLoop({ model: "no/such-model", registry: registryOf(), messages, signal: AbortSignal.abort() });
  const plain = {
    role: "user",
    content: [
      { type: "file", data: "AQID", mediaType: "image/png" },
      { type: "image", image: "https://example.org/a.png" },
    ],
  };
  expect(result.messages).toEqual([plain]);
  expect(throughJson(result.state)).toEqual(result.state);
});

it.each<[string, (state: AgenticLoopState) => unknown, string]>([
  ["a text", (state) => JSON.stringify(state), "it is not an object (a text has to be parsed first)"],
  ["null", () => null, "it is not an object"],
  ["something else", () => ({ messages: [] }), "its version is missing, not 2"],
  ["another version", (state) => ({ ...state, version: 3 }), "its version is 3, not 2"],
  ["a broken system", (state) => ({ ...state, system: 5 }), "`system` is not a text"],
  ["no messages", (state) => ({ ...state, messages: undefined }), "`messages` is not a list"],
  ["a broken message", (state) => ({ ...state, messages: [{ role: "wizard", content: "" }] }), "messages[0] is not a message"],
  ["no turns", (state) => ({ ...state, turns: "1" }), "`turns` is not a number"],
  ["no usage", (state) => ({ ...state, usage: { totalTokens: 1 } }), "`usage` is incomplete"],
  ["no marks", (state) => ({ ...state, recent: [5] }), "`recent` is not a list of texts"],
  ["no calls", (state) => ({ ...state, calls: {} }), "`calls` is not a list"],
  ["a broken call", (state) => ({ ...state, calls: [{ id: "t1.1" }] }), "calls[0] is not a call"],
  ["a broken result", (state) => ({ ...state, calls: [{ ...state.calls[0], result: { status: "fine" } }] }), "calls[0] is not a call"],
  ["too few calls", (state) => ({ ...state, calls: state.calls.slice(1) }), "`calls` are not those that its last message makes"],
  [
    "calls of another message",
    (state) => ({ ...state, messages: state.messages.slice(0, 1) }),
    "`calls` are not those that its last message makes",
  ],
  ["an answer", (state) => ({ ...state, calls: [] }), "ends with the model's answer"],
])("refuses to resume %s, and says why", async (_, change, why) => {
  const { result, prompts } = await paused();
  const { model } = modelOf();
  await expect(runAgenticLoop({ model, registry: registryOf(), resume: change(result.state) as AgenticLoopState })).rejects.toThrow(why);
  expect(prompts).toHaveLength(1);
});
