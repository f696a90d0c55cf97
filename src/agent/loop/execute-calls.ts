import { refuse, renderRefusal } from "../../call/refusal.late.js";
import { ToolConfirmationOutcome } from "../../contract/confirmation.js";
import { Kind, readOnlyKinds } from "../../contract/risk.js";
import { type FunctionCall, failedResult, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import type { AgenticLoopTools, RequestedCall } from "../agentic-loop.js";
import { type AgenticLoopCall, type AgenticLoopCallResult, toolCallResult } from "../loop-state.js";
import { executeFunctionCall } from "../tool/execute-function-call.js";
import { recordUnstartedCall } from "../tool/record-invocation.js";
import { type FunctionCallOutcome, outcomeOf } from "../tool-result.js";
import { type LoopController, messageOf } from "./loop-controller.js";
import { parsedText } from "./provider-messages.js";
import { requestApproval } from "./request-approval.js";

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

/** How long a tool may take to stop after its signal was aborted. Programs are killed sooner. */
const graceMs = 10_000;

/**
 * Executes one call of the model and reports its outcome. Returns `undefined` if the loop ended before the call was
 * decided.
 */
async function executeRequestedCall(
  call: AgenticLoopCall,
  run: LoopController,
  onStart: () => Promise<void>,
): Promise<AgenticLoopCallResult | undefined> {
  if (run.ending !== undefined) return undefined;
  const refusal = callRefusal(call, run);
  const outcome =
    refusal === undefined
      ? await execute(call, run, onStart)
      : recordUnstartedCall(functionCall(call), outcomeOf(functionCall(call), refusal));
  if (outcome === undefined) return undefined;
  run.report({ type: "result", call: requested(call), outcome });
  const result = toolCallResult(outcome);
  if (refusal !== undefined || call.times < run.limits.repeats) return result;
  const note = `You have made this call ${call.times} times in a row with the same arguments. Do something else, or say what keeps you from it.`;
  return { ...result, text: `${result.text}\n\n${note}` };
}

const requested = ({ id, name, args }: AgenticLoopCall) => ({ id, name, args });

/** The callee checks these values, because a model can send anything as arguments. */
const functionCall = ({ id, name, args }: AgenticLoopCall): FunctionCall => ({
  id,
  name,
  args: args as unknown as Record<string, unknown>,
});

async function execute(call: AgenticLoopCall, run: LoopController, begin: () => Promise<void>): Promise<FunctionCallOutcome | undefined> {
  const { registry, onToolConfirmationRequired, modifyWithEditor } = run.options;
  let started = false;
  const undecided = new AbortController();
  let release: (() => void) | undefined;
  const own = new AbortController();
  const signal = AbortSignal.any([run.signal, own.signal]);
  const work = executeFunctionCall(functionCall(call), {
    registry,
    signal: AbortSignal.any([signal, undecided.signal]),
    ...(modifyWithEditor && { modifyWithEditor }),
    confirm: async (request) => {
      if (onToolConfirmationRequired === undefined) return ToolConfirmationOutcome.ProceedOnce;
      // Held until the call starts, so that the user isn't asked about another call while an editor is open.
      release ??= await run.turnToAsk();
      // Meanwhile the user may have answered "always" to another call.
      const { tool, risk } = request;
      if (registry.approvals?.has({ tool: tool.name, ...(risk && { risk }) })) return ToolConfirmationOutcome.ProceedOnce;
      try {
        return await requestApproval(call, request, run);
      } catch (error) {
        run.end({ status: "failed", reason: messageOf(error), error });
        // For the flow and the audit log, this call is cancelled.
        undecided.abort(error);
        throw error;
      }
    },
    onStart: async ({ tool, invocation }) => {
      await begin();
      signal.throwIfAborted();
      started = true;
      release?.();
      const cancel = () => own.abort(new Error(`${tool.name} was cancelled.`));
      run.report({ type: "started", call: requested(call), tool, invocation, cancel });
    },
    onOutput: (output) => run.report({ type: "output", call: requested(call), output }),
  });
  const outcome = await withinGrace(work, signal).finally(() => release?.());
  if (outcome === undefined) {
    const message = `${call.name} did not stop within ${graceMs / 1000} seconds.`;
    return started ? outcomeOf(functionCall(call), failedResult(message, ToolErrorType.ExecutionFailed), { cancelled: true }) : undefined;
  }
  const isUndecided = !started && outcome.status === "cancelled" && outcome.confirmation === undefined;
  return isUndecided ? undefined : outcome;
}

/** Resolves like the work, or to `undefined` if the work hasn't ended some seconds after the signal was aborted. */
function withinGrace<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = () => {
      timer = setTimeout(() => resolve(undefined), graceMs);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    });
  });
}

/** The calls of an answer that was stopped may be incomplete. */
const stopped: Readonly<Record<NonNullable<AgenticLoopCall["stopped"]>, string>> = {
  length: "the answer that made this call was cut off at the limit of its length. Make the call again, with less in one answer.",
  "content-filter": "the answer that made this call was stopped by a content filter.",
};

const interrupted = (name: string) =>
  `The process ended while ${name} was running, so it is not known what this call has done. It was not run again. Find out before you make the call again.`;

/**
 * Returns the reason why a call isn't executed, whatever its tool says of it. A call that is repeated too often ends
 * the loop.
 */
function callRefusal(call: AgenticLoopCall, run: LoopController): ToolResult | undefined {
  if (call.stopped !== undefined) return failedResult(`Not run: ${stopped[call.stopped]}`, ToolErrorType.InvalidToolParams);
  if (call.times >= 2 * run.limits.repeats) {
    const made = `The same call of ${call.name} was made ${call.times} times in a row`;
    run.end({ status: "limit", reason: `${made}.` });
    return failedResult(`${made}, so it was not run again.`, ToolErrorType.PolicyViolation);
  }
  if (call.begun === true && !isReadOnlyCall(call, run.options.registry))
    return failedResult(interrupted(call.name), ToolErrorType.ExecutionFailed);
  // The arguments are JSON and still a text, because parsing would have changed a number in them.
  const parsed = typeof call.args === "string" ? parsedText(call.args) : undefined;
  if (parsed === undefined || parsed.ok) return undefined;
  return failedResult(renderRefusal(call.name, refuse([{ code: "message", message: parsed.message }])), ToolErrorType.InvalidToolParams);
}

/**
 * Returns true for a call of a tool whose kind only reads and that isn't dangerous. It may run concurrently with
 * others, and again.
 */
function isReadOnlyCall({ name }: Pick<RequestedCall, "name">, registry: AgenticLoopTools): boolean {
  try {
    const found = registry.lookUpTool(name);
    if (!found.ok) return false;
    const { kind, risk } = found.tool;
    return (readOnlyKinds.has(kind) || kind === Kind.Think) && risk?.level !== "dangerous";
  } catch {
    // The tool's files can't be read. Its call reports that when it is made.
    return false;
  }
}
