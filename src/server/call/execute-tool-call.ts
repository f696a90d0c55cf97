import { anywhere, executeCallAsync, prepareOrRefuse } from "../../call/execute-call.js";
import { uncounted } from "../../call/repair-statistics.js";
import { type ApprovedServedCall, approveCall, beforeAsking, type CallToApprove } from "../approval/approve-call.js";
import { completeArguments } from "../approval/complete-arguments.js";
import { type ProtocolResult, protocolResult } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import { type ServedCall, servedContext } from "./served-call.js";

/**
 * Executes a call: prepares it, asks for parameters that it lacks, gets the approval and the slot that it needs, and
 * runs it. Resolves to the result for the client; for a question that another request answers, to the result of this
 * one. Rejects with the signal's reason if that aborts.
 */
export async function executeToolCall<Later>(call: ServedCall<Later>, options: ServerOptions): Promise<ProtocolResult | Later> {
  try {
    const completed = await prepareAndComplete(call, options);
    if (completed.kind === "later") return completed.later;
    const approved = await approveCall(completed.call);
    if (approved.kind === "answered") return approved.response;
    const result = await run(approved, completed.call);
    // While the slot is held: the next call that gets it looks at what is counted.
    call.room?.hold(result);
    return result;
  } finally {
    call.slot.release();
  }
}

type Completed<Later> = { readonly kind: "call"; readonly call: CallToApprove<Later> } | { readonly kind: "later"; readonly later: Later };

async function prepareAndComplete<Later>(served: ServedCall<Later>, options: ServerOptions): Promise<Completed<Later>> {
  const { found, args, signal, client, principal = "" } = served;
  const { tool, projectDir } = found;
  const context = servedContext(options, { definition: tool.definition, projectDir, principal, client: client.name });
  const before = beforeAsking(client, context);
  const prepared = served.prepared ?? prepareOrRefuse(tool, args, served.isRepeated ? uncounted(context) : context, before);
  const prepare = (whole: unknown) => prepareOrRefuse(tool, whole, uncounted(context), before);
  const askFor = client.canElicit ? served.askForParameters : undefined;
  const completed = await completeArguments({ tool, args, prepared, context: uncounted(context), signal, prepare, askFor });
  if (completed.kind === "later") return completed;
  const { args: whole, prepared: ready, answer } = completed;
  return { kind: "call", call: { served, args: whole, prepared: ready, answer, context, via: options.via ?? "mcp" } };
}

async function run<Later>(
  { prepared, answer }: ApprovedServedCall,
  { served, args, context, via }: CallToApprove<Later>,
): Promise<ProtocolResult> {
  const { found, signal, updateOutput, keepFull } = served;
  const { tool } = found;
  // Node 20 gives each literal that begins with a spread and has other members a shape of its own, which makes all that
  // reads it slow (contributing/performance.md).
  const callOptions = {
    via,
    prepared,
    signal,
    planned: true,
    ...(answer !== undefined && { answer }),
    ...(updateOutput && { updateOutput }),
    ...context,
  };
  const result = await executeCallAsync(tool, args, callOptions, { ...anywhere, ...(keepFull && { keepFull }) });
  const { schema, verbatim } = tool.definition.output;
  // Clients don't show the text of a success that lacks the data of an output schema: the SDK throws instead.
  const lacksData = via === "mcp" && schema !== undefined && result.kind === "done" && result.structured === undefined;
  const shown = protocolResult(result, { isVerbatim: verbatim === true });
  return lacksData ? { ...shown, isError: true } : shown;
}
