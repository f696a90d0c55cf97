import { expect, it, vi } from "vitest";
import { type AgenticLoopOptions, type AgenticLoopState, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

const stateKey = "k".repeat(32);
const turns = [
  {
    calls: [
      ["read", { what: "a" }],
      ["write", { what: "b" }],
      ["write", { what: "c" }],
    ],
  },
  { text: "Done." },
] as const;

/** A loop that is over as soon as it stores this many states, as if its process had been killed then: the last of them. */
async function killedAfter(count: number) {
  const [read, write] = [new OwnTool("read"), new OwnTool("write", { kind: "edit" })];
  let last: AgenticLoopState | undefined;
  let stored = 0;
  let kill = () => {};
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const loop = runAgenticLoop({
    model: modelOf(...turns).model,
    registry: registryOf(read, write),
    prompt: "Go.",
    stateKey,
    saveState: (state) => {
      last = JSON.parse(JSON.stringify(state));
      if (++stored < count) return undefined;
      kill();
      return new Promise(() => {});
    },
  });
  await Promise.race([killed, loop]);
  return { state: last as AgenticLoopState, runs: [...read.runs, ...write.runs].map(({ what }) => what), stored };
}

it("stores the state at the start, after each turn, and before and after each call", async () => {
  const seen: string[] = [];
  const write = new OwnTool("write", { kind: "edit", execute: ({ what }) => `${seen.push(`runs ${what}`)}` });
  const registry = registryOf(write);
  const saveState = (state: AgenticLoopState) => {
    const calls = state.calls.map(({ begun, result }) => (result !== undefined ? "done" : begun ? "begun" : "waits"));
    seen.push(`${state.turns} ${calls.join(" ")}`.trim());
  };
  const { model } = modelOf(
    {
      calls: [
        ["write", { what: "a" }],
        ["write", { what: "b" }],
      ],
    },
    { text: "Done." },
  );
  expect((await runAgenticLoop({ model, registry, prompt: "Go.", saveState })).status).toBe("completed");
  expect(seen).toEqual(["0", "1 waits waits", "1 begun waits", "runs a", "1 done waits", "1 done begun", "runs b", "1 done done", "2"]);
});

it("does nothing twice, and leaves nothing out without a word, wherever it is killed", async () => {
  const { stored } = await killedAfter(Number.POSITIVE_INFINITY);
  expect(stored).toBe(9);
  for (let count = 1; count < stored; count++) {
    const { state, runs } = await killedAfter(count);
    const [read, write] = [new OwnTool("read"), new OwnTool("write", { kind: "edit" })];
    const { model, results } = modelOf(...turns.slice(state.turns));
    const result = await runAgenticLoop({ model, registry: registryOf(read, write), resume: state, stateKey });
    expect(result.status).toBe("completed");
    // The killed process may have done what it was about to do. Here it never has, but it could.
    const begun = state.calls.filter((call) => call.begun && call.result === undefined);
    const again = [...read.runs, ...write.runs].map(({ what }) => what);
    for (const { name, id, args } of begun) {
      const { what } = args as { readonly what: string };
      if (name === "read") expect(again).toContain(what);
      else {
        expect(again).not.toContain(what);
        if (state.turns === 1)
          expect(results()[id]).toMatch(/^The process ended while write was running, so it is not known what this call has done\./);
      }
    }
    for (const what of ["b", "c"]) expect([...runs, ...again].filter((one) => one === what).length).toBeLessThanOrEqual(1);
    expect(new Set([...runs, ...again, ...begun.map(({ args }) => (args as { what: string }).what)])).toEqual(new Set(["a", "b", "c"]));
  }
});

it("reports a call that isn't repeated as an event", async () => {
  const { state } = await killedAfter(5);
  expect(state.calls.map(({ begun }) => begun)).toEqual([undefined, true, undefined]);
  const events: unknown[] = [];
  const registry = registryOf(new OwnTool("read"), new OwnTool("write", { kind: "edit" }));
  const onEvent: AgenticLoopOptions["onEvent"] = (event) =>
    event.type === "result" && events.push([event.call.id, event.outcome.status, event.outcome.result.error?.message]);
  await runAgenticLoop({ model: modelOf({ text: "Done." }).model, registry, resume: state, stateKey, onEvent });
  expect(events[0]).toEqual(["t1.2", "error", expect.stringContaining("It was not run again.")]);
});

it.each([
  [
    "throws",
    () => {
      throw new Error("disk full");
    },
  ],
  ["rejects", async () => Promise.reject(new Error("disk full"))],
] as const)("runs nothing that it couldn't store before (saveState %s)", async (_, fail) => {
  for (const at of [1, 2, 3]) {
    let count = 0;
    const write = new OwnTool("write", { kind: "edit" });
    const { model, prompts } = modelOf({ calls: [["write", { what: "a" }]] }, { text: "Done." });
    const saveState = () => (++count >= at ? fail() : undefined);
    const result = await runAgenticLoop({ model, registry: registryOf(write), prompt: "Go.", saveState });
    expect(result).toMatchObject({ status: "failed", reason: "The state could not be stored: disk full", error: expect.any(Error) });
    expect([write.runs, prompts.length]).toEqual([[], at === 1 ? 0 : 1]);
  }
});

it("keeps the result of a call that couldn't be stored after it", async () => {
  let count = 0;
  const write = new OwnTool("write", { kind: "edit" });
  const { model } = modelOf({
    calls: [
      ["write", { what: "a" }],
      ["write", { what: "b" }],
    ],
  });
  const saveState = vi.fn(async () => {
    if (++count === 4) throw new Error("disk full");
  });
  const result = await runAgenticLoop({ model, registry: registryOf(write), prompt: "Go.", saveState });
  expect([result.status, write.runs]).toEqual(["failed", [{ what: "a" }]]);
  expect(result.state.calls.map(({ result, begun }) => [result?.text, begun])).toEqual([
    ["a", undefined],
    [undefined, undefined],
  ]);
});
