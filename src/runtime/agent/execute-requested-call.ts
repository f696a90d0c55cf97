import { ToolConfirmationOutcome } from "../contract/confirmation.js";
import type { FunctionCall } from "../contract/part.js";
import { ToolErrorType } from "../contract/tool-error-type.js";
import { executeFunctionCall } from "../flow/execute-function-call.js";
import { type FunctionCallOutcome, outcomeOf } from "../flow/function-call-outcome.js";
import { recordUnstartedCall } from "../flow/record-unstarted-call.js";
import { failedResult } from "../tool/failed-result.js";
import { callRefusal } from "./call-refusal.js";
import { type LoopController, messageOf } from "./loop-controller.js";
import { requestApproval } from "./request-approval.js";
import type { AgenticLoopCall, AgenticLoopCallResult } from "./state.js";
import { toolCallResult } from "./tool-messages.js";

/** How long a tool may take to stop after its signal was aborted. Programs are killed sooner. */
const graceMs = 10_000;

/**
 * Executes one call of the model and reports its outcome. Returns `undefined` if the loop ended before the call was
 * decided.
 */
export async function executeRequestedCall(
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
