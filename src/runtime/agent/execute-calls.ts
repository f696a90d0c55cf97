import { executeRequestedCall } from "./execute-requested-call.js";
import { isReadOnlyCall } from "./is-read-only-call.js";
import type { LoopController } from "./loop-controller.js";
import type { AgenticLoopTools } from "./loop-options.js";
import type { AgenticLoopCall } from "./state.js";

/** Stores the calls as they are now. */
type SaveCalls = (calls: readonly AgenticLoopCall[]) => Promise<void>;

/**
 * Executes the calls of a turn that have no result yet, and returns all with their results. Calls that change nothing
 * run at the same time; one that may change something runs alone, after all before it have ended and before any that
 * follows it begins. `save` is awaited before and after each.
 */
export async function executeCalls(
  calls: readonly AgenticLoopCall[],
  run: LoopController,
  save: SaveCalls,
): Promise<readonly AgenticLoopCall[]> {
  const after = [...calls];
  const carryOutOne = async (index: number) => {
    const call = after[index];
    if (call === undefined || call.result !== undefined) return;
    const onStart = async () => {
      after[index] = { ...call, begun: true };
      await save([...after]);
    };
    const result = await executeRequestedCall(call, run, onStart);
    const { begun: _, ...ended } = call;
    after[index] = result === undefined ? call : { ...ended, result };
    // Storing the state failed, which ended the loop; the result is still in this state.
    if (result !== undefined) await save([...after]).catch(() => {});
  };
  for (const together of inOrder(calls, run.options.registry)) await atOnce(together, run.limits.parallel, carryOutOne);
  return after;
}

/** Groups the calls that run concurrently, as indexes, in the order of the turn. */
function inOrder(calls: readonly AgenticLoopCall[], registry: AgenticLoopTools): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let isOpen = false;
  for (const [index, call] of calls.entries()) {
    // A call of an unknown tool has no effect.
    const reads = isReadOnlyCall(call, registry) || !isKnown(call, registry);
    if (reads && isOpen) batches.at(-1)?.push(index);
    else batches.push([index]);
    isOpen = reads;
  }
  return batches;
}

function isKnown({ name }: AgenticLoopCall, registry: AgenticLoopTools): boolean {
  try {
    return registry.lookUpTool(name).ok;
  } catch {
    return true;
  }
}

async function atOnce(indexes: readonly number[], most: number, work: (index: number) => Promise<void>): Promise<void> {
  const waiting = [...indexes];
  const worker = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await work(index);
  };
  await Promise.all(Array.from({ length: Math.min(most, indexes.length) }, worker));
}
