import { expect, it, onTestFinished, vi } from "vitest";
import { type AgenticLoopOptions, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

type Callback = NonNullable<AgenticLoopOptions["onToolConfirmationRequired"]>;

/** A loop whose model writes, and says then that it has. */
function loop(options: Partial<AgenticLoopOptions> = {}) {
  const write = new OwnTool("write", { kind: "edit" });
  const { model, prompts, results } = modelOf({ calls: [["write", { what: "a" }]] }, { text: "Done." });
  const result = runAgenticLoop({ model, registry: registryOf(write), prompt: "Go.", ...options });
  return { result, write, prompts, results };
}

it.each<[string, Callback, string]>([
  [
    "throws",
    () => {
      throw new Error("no terminal");
    },
    "onToolConfirmationRequired has thrown: no terminal",
  ],
  [
    "rejects",
    async () => {
      throw new Error("no terminal");
    },
    "onToolConfirmationRequired has thrown: no terminal",
  ],
  ["answers nothing", async () => undefined as never, "but returned undefined"],
  ["answers a word that isn't one of the answers", async () => "yes" as never, "but returned 'yes'"],
  ["answers something that looks true", async () => 1 as never, "but returned 1"],
  ["answers an outcome that there isn't", async () => ({ outcome: "proceed" }) as never, "but returned { outcome: 'proceed' }"],
])("runs nothing where the callback %s", async (_, onToolConfirmationRequired, reason) => {
  const { result, write, prompts } = loop({ onToolConfirmationRequired });
  expect(await result).toMatchObject({ status: "failed", reason: expect.stringContaining(reason), error: expect.any(Error) });
  expect(write.runs).toEqual([]);
  expect(prompts).toHaveLength(1);
  expect((await result).state.calls).toMatchObject([{ id: "t1.1", name: "write" }]);
  expect((await result).state.calls[0]).not.toHaveProperty("result");
});

it("runs nothing where the callback never answers: a limit on time ends it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let signal: AbortSignal | undefined;
  const onToolConfirmationRequired: Callback = (_call, _metadata, request) => {
    signal = request.signal;
    setImmediate(() => vi.advanceTimersByTime(60_000));
    return new Promise(() => {});
  };
  const { result, write } = loop({ onToolConfirmationRequired, limits: { milliseconds: 60_000 } });
  expect(await result).toMatchObject({ status: "limit", reason: "The loop has reached its time limit of 60 seconds." });
  expect([write.runs, signal?.aborted]).toEqual([[], true]);
});

it("runs nothing where the callback never answers, and takes no answer that comes too late: the signal ends it", async () => {
  const cancel = new AbortController();
  let answer = (_: boolean) => {};
  const onToolConfirmationRequired: Callback = () => {
    setImmediate(() => cancel.abort());
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const { result, write } = loop({ onToolConfirmationRequired, signal: cancel.signal });
  expect(await result).toMatchObject({ status: "cancelled", reason: "The loop was cancelled.", state: { calls: [{ id: "t1.1" }] } });
  answer(true);
  await new Promise(setImmediate);
  expect(write.runs).toEqual([]);
});

it("asks about nothing more once the callback has failed", async () => {
  const write = new OwnTool("write", { kind: "edit" });
  const asked = new OwnTool("asked", { decision: "ask_user" });
  const { model } = modelOf({
    calls: [
      ["asked", { what: "a" }],
      ["asked", { what: "b" }],
      ["write", { what: "c" }],
    ],
  });
  const onToolConfirmationRequired = vi.fn(async () => Promise.reject(new Error("gone")));
  const result = await runAgenticLoop({ model, registry: registryOf(write, asked), prompt: "Go.", onToolConfirmationRequired });
  expect(result.status).toBe("failed");
  expect(onToolConfirmationRequired).toHaveBeenCalledOnce();
  expect([asked.runs, write.runs]).toEqual([[], []]);
});

it.each(["proceed_once", "proceed_always", { outcome: "proceed_once" }] as const)("takes %j for a yes", async (answer) => {
  const { result, write } = loop({ onToolConfirmationRequired: async () => answer });
  expect((await result).status).toBe("completed");
  expect(write.runs).toHaveLength(1);
});

it("takes cancel for a no", async () => {
  const { result, write, results } = loop({ onToolConfirmationRequired: async () => "cancel" });
  expect((await result).status).toBe("completed");
  expect([write.runs, results()]).toEqual([[], { "t1.1": "Tool execution denied by user." }]);
});

it("ends tools that run first, when it is cancelled, and keeps that they were", async () => {
  const cancel = new AbortController();
  const ended: string[] = [];
  const wait = new OwnTool("wait", {
    execute: ({ what }, { abortSignal }) =>
      new Promise((resolve) => {
        abortSignal.addEventListener("abort", () => {
          ended.push(what);
          resolve({ llmContent: `${what} was stopped`, returnDisplay: "", error: { message: "stopped" } });
        });
        if (what === "b") cancel.abort();
      }),
  });
  const { model, prompts } = modelOf({
    calls: [
      ["wait", { what: "a" }],
      ["wait", { what: "b" }],
      ["wait", { what: "c" }],
    ],
  });
  const result = await runAgenticLoop({ model, registry: registryOf(wait), prompt: "Go.", signal: cancel.signal, limits: { parallel: 2 } });
  expect(ended).toEqual(["a", "b"]);
  expect(result.status).toBe("cancelled");
  expect(result.state.calls.map(({ result }) => result?.status)).toEqual(["cancelled", "cancelled", undefined]);
  expect(result.messages.at(-1)).toMatchObject({
    content: [
      { output: { value: "a was stopped" } },
      { output: { value: "b was stopped" } },
      { output: { value: "Not run. The loop was cancelled." } },
    ],
  });
  expect(prompts).toHaveLength(1);
});

it("waits no longer than ten seconds for a tool that doesn't end, and ignores its output from then on", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const cancel = new AbortController();
  let talk = (_: string) => {};
  const deaf = new OwnTool("deaf", {
    execute: (_, { updateOutput = () => {} }) => {
      talk = updateOutput;
      cancel.abort();
      setImmediate(() => vi.advanceTimersByTime(10_000));
      return new Promise(() => {});
    },
  });
  const events: string[] = [];
  const { model } = modelOf({ calls: [["deaf", { what: "a" }]] });
  const result = await runAgenticLoop({
    model,
    registry: registryOf(deaf),
    prompt: "Go.",
    signal: cancel.signal,
    onEvent: ({ type }) => events.push(type),
  });
  talk("still here");
  expect(events).toEqual(["turn", "call", "started", "result"]);
  expect(result).toMatchObject({ status: "cancelled", state: { calls: [] } });
  expect(result.messages.at(-1)).toMatchObject({
    content: [{ output: { value: "deaf did not stop within 10 seconds." } }],
  });
});

it("ends in the middle of an answer, with what was said of it", async () => {
  const cancel = new AbortController();
  const { model } = modelOf({ text: "Let me", then: "open" });
  const onEvent = () => cancel.abort();
  const result = await runAgenticLoop({ model, registry: registryOf(), prompt: "Go.", signal: cancel.signal, onEvent });
  expect(result).toMatchObject({ status: "cancelled", text: "Let me", messages: [{ role: "user" }] });
});

it("asks nothing of the model where it is cancelled before it begins", async () => {
  const { result, prompts } = loop({ signal: AbortSignal.abort() });
  expect([(await result).status, prompts.length]).toEqual(["cancelled", 0]);
});

it("fails where onEvent throws, and says so", async () => {
  const { result, write } = loop({
    onEvent: ({ type }) => {
      if (type === "call") throw new Error("the window is closed");
    },
  });
  expect(await result).toMatchObject({ status: "failed", reason: "onEvent has thrown: the window is closed" });
  expect(write.runs).toEqual([]);
});

it("fails where onEvent rejects, and doesn't end the process", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  const { result, write } = loop({
    onEvent: async ({ type }) => {
      if (type === "call") throw new Error("the window is closed");
    },
    onToolConfirmationRequired: async () => {
      await new Promise(setImmediate);
      return true;
    },
  });
  expect(await result).toMatchObject({ status: "failed", reason: "onEvent has thrown: the window is closed" });
  expect(write.runs).toEqual([]);
  const rejecting = { then: (_: unknown, reject: (error: unknown) => void) => reject("a text") };
  expect(await loop({ onEvent: () => rejecting }).result).toMatchObject({ status: "failed", reason: "onEvent has thrown: a text" });
  // The last event is told when the loop is about to end, and may reject long after.
  let fail = () => {};
  const late = await loop({
    onEvent: () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error("late"));
      }),
  }).result;
  fail();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect([late.status, unhandled.mock.calls]).toEqual(["completed", []]);
});

it("isn't ended by callbacks that reject after the loop has ended", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  const rejections: (() => void)[] = [];
  const later = () => new Promise<never>((_, reject) => rejections.push(() => reject(new Error("late"))));
  const cancel = new AbortController();
  const onToolConfirmationRequired = () => {
    setImmediate(() => cancel.abort());
    return later();
  };
  const { result, write } = loop({ onToolConfirmationRequired, signal: cancel.signal });
  expect([(await result).status, write.runs]).toEqual(["cancelled", []]);
  for (const reject of rejections) reject();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect([rejections.length, unhandled.mock.calls]).toEqual([1, []]);
});

it("lets the model know of a tool that throws", async () => {
  const crash = new OwnTool("crash", { execute: () => Promise.reject(new Error("out of paper")) });
  const { model, results } = modelOf({ calls: [["crash", { what: "a" }]] }, { text: "A pity." });
  const result = await runAgenticLoop({ model, registry: registryOf(crash), prompt: "Go." });
  expect([result.status, results()]).toEqual(["completed", { "t1.1": "out of paper" }]);
});

it("fails where the registry can't say what its tools are", async () => {
  const registry = {
    lookUpTool: () => ({ ok: false as const, message: "" }),
    getFunctionDeclarations: () => {
      throw new Error("the folder is gone");
    },
  };
  expect(await loop({ registry }).result).toMatchObject({ status: "failed", reason: "the folder is gone" });
  const broken = {
    ...registryOf(),
    lookUpTool: () => {
      throw new Error("no catalogue");
    },
    getFunctionDeclarations: () => [],
  };
  expect(await loop({ registry: broken }).result).toMatchObject({ status: "failed", reason: "no catalogue" });
});

it.each<[string, Partial<AgenticLoopOptions>, string]>([
  ["nothing to begin with", { prompt: undefined } as never, "There is no task"],
  ["two beginnings", { resume: {} } as never, "Give either `resume`, or `prompt` and `messages`."],
  ["no model", { model: {} } as never, "`model` is not an AI SDK language model"],
  ["a message that is none", { messages: [{ role: "wizard", content: "" }] } as never, "messages[0] is not a message of the AI SDK"],
  [
    "a system message among the others",
    { messages: [{ role: "system", content: "Obey." }] },
    "messages[0] is a system message; pass it as `system`",
  ],
  ["a limit that is none", { limits: { turns: 0 } }, "limits.turns must be a whole number above 0, or Infinity, and is 0."],
  [
    "an unknown limit",
    { limits: { steps: 5 } } as never,
    "limits.steps is unknown: there are turns, tokens, milliseconds, repeats, parallel.",
  ],
])("rejects %s at once", async (_, options, message) => {
  await expect(loop(options).result).rejects.toThrow(message);
});
