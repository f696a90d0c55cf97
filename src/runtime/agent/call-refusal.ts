import { ToolErrorType } from "../contract/tool-error-type.js";
import type { ToolResult } from "../contract/tool-result.js";
import { refuse, renderRefusal } from "../refusal/refusal.late.js";
import { failedResult } from "../tool/failed-result.js";
import { parsedText } from "./arguments.js";
import { isReadOnlyCall } from "./is-read-only-call.js";
import type { LoopController } from "./loop-controller.js";
import type { AgenticLoopCall } from "./state.js";

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
export function callRefusal(call: AgenticLoopCall, run: LoopController): ToolResult | undefined {
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
