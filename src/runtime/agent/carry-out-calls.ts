import { Kind, readOnlyKinds } from "../tool/kind.js";
import { carryOut } from "./carry-out.js";
import type { LoopRun } from "./loop-run.js";
import type { AgenticLoopTools } from "./options.js";
import type { AgenticLoopCall } from "./state.js";

/**
 * Carries out the calls of a turn of which nothing has come yet, and answers all with what came of them. Calls that change nothing run at the same time;
 * one that may change something runs alone, after all before it have ended and before any that follows it begins.
 */
export async function carryOutCalls(calls: readonly AgenticLoopCall[], run: LoopRun): Promise<readonly AgenticLoopCall[]> {
  const after = [...calls];
  const carryOutOne = async (index: number) => {
    const call = after[index];
    if (call === undefined || call.result !== undefined) return;
    const result = await carryOut(call, run);
    if (result !== undefined) after[index] = { ...call, result };
  };
  for (const together of inOrder(calls, run.options.registry)) await atOnce(together, run.limits.parallel, carryOutOne);
  return after;
}

/** Which calls run at the same time, as indexes, in the order of the turn. */
function inOrder(calls: readonly AgenticLoopCall[], registry: AgenticLoopTools): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let isOpen = false;
  for (const [index, call] of calls.entries()) {
    const reads = changesNothing(call, registry);
    if (reads && isOpen) batches.at(-1)?.push(index);
    else batches.push([index]);
    isOpen = reads;
  }
  return batches;
}

/** Whether a call may run beside others: by the kind of its tool, unless that is dangerous all the same. A call of no tool does nothing at all. */
function changesNothing({ name }: AgenticLoopCall, registry: AgenticLoopTools): boolean {
  try {
    const found = registry.lookUpTool(name);
    if (!found.ok) return true;
    const { kind, risk } = found.tool;
    return (readOnlyKinds.has(kind) || kind === Kind.Think) && risk?.level !== "dangerous";
  } catch {
    // A tool whose files can't be read: its call says so when it is made.
    return false;
  }
}

async function atOnce(indexes: readonly number[], most: number, work: (index: number) => Promise<void>): Promise<void> {
  const waiting = [...indexes];
  const worker = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(most, indexes.length) }, worker));
}
