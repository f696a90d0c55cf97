import { anywhere, executeWith } from "../../runtime/call/execute-call.js";
import type { PreparedOrRefused } from "../../runtime/call/prepared-or-refused.js";
import { runCallAsync } from "../../runtime/call/run-call-async.js";
import type { CallContext } from "../../runtime/contract/call.js";
import type { CallResult } from "../../runtime/contract/call-result.js";
import type { RunOutcome } from "../../runtime/contract/run-outcome.js";
import { keepFullOutput } from "../../runtime/result/keep-full-output.late.js";
import { type Destination, shapeResult } from "../../runtime/result/shape-result.js";
import { displayOf } from "../../runtime/tool/display-of.js";
import { toToolResult } from "../../runtime/tool/to-tool-result.js";
import type { OfferedCall } from "./call-offers.js";
import type { ExecutedCall } from "./client-results.js";

export interface OfferExecution {
  /** The call as it was prepared again. */
  readonly prepared: PreparedOrRefused;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

/** Executes a call once, and returns its result in the forms that clients' results are made from. */
export async function executeOffer(
  { tool, input, prepared: offered, mustConfirm }: OfferedCall,
  { prepared, context, signal }: OfferExecution,
): Promise<ExecutedCall> {
  const { definition } = tool;
  const { params } = offered.call;
  const display = await displayOf(definition, params, context);
  const kept = new Map<string, string | undefined>();
  const keepFull: Destination["keepFull"] = (output) => {
    if (!kept.has(output.stream)) kept.set(output.stream, keepFullOutput(output));
    return kept.get(output.stream);
  };
  let outcome: RunOutcome | undefined;
  const answer = mustConfirm ? { answer: "once" } : {};
  const result = await executeWith(
    async (ready, running) => {
      outcome = await runCallAsync(ready, running);
      return outcome;
    },
    {
      tool,
      input,
      context: { ...context, ...answer, via: "class", signal, prepared, updateOutput: () => {} },
      destination: { ...anywhere, keepFull },
    },
  );
  const called = isOfOutcome(result, outcome) ? shapeResult(outcome, offered.tool, { env: context.env, keepFull }) : result;
  const shown = await display(toToolResult(result));
  return { tool: definition.name, params, isVerbatim: definition.output.verbatim === true, result, called, shown };
}

/** A refused call has no outcome, and the log may say more about one that ran. */
const isOfOutcome = (result: CallResult, outcome: RunOutcome | undefined): outcome is RunOutcome =>
  outcome !== undefined && (result.kind === "done" || (result.kind === "failed" && result.reason.code !== "unlogged"));
