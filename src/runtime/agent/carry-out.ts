import { executeFunctionCall } from "../flow/execute-function-call.js";
import { type FunctionCallOutcome, outcomeOf } from "../flow/outcome.js";
import { renderRefusal } from "../refusal.js";
import { ToolConfirmationOutcome } from "../tool/confirmation.js";
import { failedResult } from "../tool/declarative-tool.js";
import type { FunctionCall } from "../tool/part.js";
import { ToolErrorType } from "../tool/tool-error-type.js";
import { parsedText } from "./arguments.js";
import { ask } from "./ask.js";
import { type LoopRun, messageOf } from "./loop-run.js";
import type { AgenticLoopCall, AgenticLoopCallResult } from "./state.js";
import { resultOf } from "./tool-messages.js";

/** How long a tool may take to end after it was told to. Programs are killed sooner. */
const graceMs = 10_000;

/** Carries out one call of the model's and tells what comes of it. `undefined`: nothing has, for nobody has decided on the call before the loop ended. */
export async function carryOut(call: AgenticLoopCall, run: LoopRun): Promise<AgenticLoopCallResult | undefined> {
  if (run.ending !== undefined) return undefined;
  const { repeats } = run.limits;
  const outcome = call.times >= 2 * repeats ? refuseRepetition(call, run) : (refuseLoss(call) ?? (await execute(call, run)));
  if (outcome === undefined) return undefined;
  run.tell({ type: "result", call: requested(call), outcome });
  const result = resultOf(outcome);
  if (call.times < repeats || call.times >= 2 * repeats) return result;
  const note = `You have made this call ${call.times} times in a row with the same arguments. Do something else, or say what keeps you from it.`;
  return { ...result, text: `${result.text}\n\n${note}` };
}

const requested = ({ id, name, args }: AgenticLoopCall) => ({ id, name, args });

/** What can't be relied on goes to those who check it: arguments may be anything that a model sends. */
const functionCall = ({ id, name, args }: AgenticLoopCall): FunctionCall => ({
  id,
  name,
  args: args as unknown as Record<string, unknown>,
});

function refuseRepetition(call: AgenticLoopCall, run: LoopRun): FunctionCallOutcome {
  const made = `The same call of ${call.name} was made ${call.times} times in a row`;
  run.end({ status: "limit", reason: `${made}.` });
  return outcomeOf(functionCall(call), failedResult(`${made}, so it was not carried out again.`, ToolErrorType.PolicyViolation));
}

/** Arguments that are JSON and yet a text: a number in them would have become another by being read. */
function refuseLoss(call: AgenticLoopCall): FunctionCallOutcome | undefined {
  const parsed = typeof call.args === "string" ? parsedText(call.args) : undefined;
  if (parsed === undefined || parsed.ok) return undefined;
  return outcomeOf(functionCall(call), failedResult(renderRefusal(call.name, [parsed.message]), ToolErrorType.InvalidToolParams));
}

async function execute(call: AgenticLoopCall, run: LoopRun): Promise<FunctionCallOutcome | undefined> {
  const { registry, onToolConfirmationRequired, modifyWithEditor } = run.options;
  let started = false;
  let undecided = false;
  let release: (() => void) | undefined;
  const work = executeFunctionCall(functionCall(call), {
    registry,
    signal: run.signal,
    ...(modifyWithEditor && { modifyWithEditor }),
    confirm: async (request) => {
      if (onToolConfirmationRequired === undefined) return ToolConfirmationOutcome.ProceedOnce;
      // Held until the call starts, so that nobody is asked about another while an editor is open.
      release ??= await run.turnToAsk();
      // Meanwhile the answer about another call may have been an "always".
      const { tool, risk } = request;
      if (registry.consents?.has({ tool: tool.name, ...(risk && { risk }) })) return ToolConfirmationOutcome.ProceedOnce;
      try {
        return await ask(call, request, run);
      } catch (error) {
        undecided = true;
        run.end({ status: "failed", reason: messageOf(error), error });
        throw error;
      }
    },
    onStart: ({ tool, invocation }) => {
      started = true;
      release?.();
      run.tell({ type: "started", call: requested(call), tool, invocation });
    },
    onOutput: (output) => run.tell({ type: "output", call: requested(call), output }),
  });
  const outcome = await withinGrace(work, run.signal).finally(() => release?.());
  if (outcome === undefined) {
    const message = `${call.name} was told to end, and has not within ${graceMs / 1000} seconds.`;
    return started ? outcomeOf(functionCall(call), failedResult(message, ToolErrorType.ExecutionFailed), { cancelled: true }) : undefined;
  }
  const aborted = outcome.status === "cancelled" && outcome.confirmation === undefined;
  return !started && (undecided || aborted) ? undefined : outcome;
}

/** What work comes to; `undefined` if it hasn't ended some seconds after the signal was aborted. */
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
