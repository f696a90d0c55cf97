import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { AskingCalls } from "../../../src/agent/mcp/elicitation.js";
import type { ElicitationResult } from "../../../src/contract/confirmation.js";

const never = new AbortController().signal;
const limits = { timeoutMs: 60_000, signal: never, late: new Error("late") };

/** An answer that comes only when the question ends. */
const untilEnd = (signal: AbortSignal) =>
  new Promise<ElicitationResult>((resolve) => signal.addEventListener("abort", () => resolve({ action: "cancel" })));

it("waits for an answer only so long, and counts the time of the call again afterwards", async () => {
  const calls = new AskingCalls({ answerMs: 50, most: 10 });
  const late = new Error("late");
  const call = calls.run({ ...limits, timeoutMs: 200, late }, async (signal) => {
    expect(await calls.ask(never, untilEnd)).toEqual({ action: "cancel" });
    await setTimeout(10_000, undefined, { signal }).catch(() => {});
    throw signal.reason;
  });
  await expect(call).rejects.toBe(late);
});

it("ends the other open questions of a server after a cancel, and not if the server takes its own back", async () => {
  const calls = new AskingCalls();
  await calls.run(limits, async () => {
    const open = calls.ask(never, untilEnd);
    expect(await calls.ask(AbortSignal.abort(), async () => ({ action: "cancel" }))).toEqual({ action: "cancel" });
    expect(await calls.ask(never, async () => ({ action: "decline" }))).toEqual({ action: "decline" });
    await calls.ask(never, async () => ({ action: "cancel" }));
    expect(await open).toEqual({ action: "cancel" });
  });
});

it("lets each call that runs at the same time ask", async () => {
  const calls = new AskingCalls({ answerMs: 1000, most: 1 });
  const decline = () => calls.ask(never, async () => ({ action: "decline" }));
  const ask = () => calls.run(limits, decline);
  expect(await Promise.all([ask(), ask()])).toEqual([{ action: "decline" }, { action: "decline" }]);
  expect(await calls.run(limits, async () => [await decline(), await decline()])).toEqual([{ action: "decline" }, { action: "cancel" }]);
});
