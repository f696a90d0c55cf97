import { prepareOrRefuse } from "../runtime/call/call-tool.js";
import { callToolAsync } from "../runtime/call/call-tool-async.js";
import { consentFor } from "../runtime/consent/read-settings.js";
import { deniedByUser } from "../runtime/flow/execute-function-call.js";
import { ToolConfirmationOutcome } from "../runtime/tool/confirmation.js";
import type { Answer } from "./answer.js";
import { type CallResult, callResult, failedCall } from "./call-result.js";
import { type Client, consentTo } from "./consent-to.js";
import type { Question } from "./question.js";
import type { Surroundings } from "./serve-tools.js";
import type { FoundServedTool } from "./tool-source.js";

/** A call that a client asks for. */
export interface ServedCall<Later> {
  readonly found: FoundServedTool & { readonly ok: true };
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly updateOutput?: (output: string) => void;
  /** Whether it is one that was asked about before: its mistakes were counted then. */
  readonly isRepeated: boolean;
  readonly client: Client;
  /** Puts a question. Where the answer comes with another request, what this one is answered with. Rejects where no answer comes. */
  ask(question: Question): Promise<Answer | { readonly later: Later }>;
}

/**
 * Carries out a call once it is settled that it may be. What was asked about is what is run: after an answer everything is looked at anew, and where another
 * question comes of it, that is asked too.
 */
export async function carryOut<Later>(call: ServedCall<Later>, surroundings: Surroundings): Promise<CallResult | Later> {
  const { found, args, signal, client, updateOutput } = call;
  const { tool, projectDir } = found;
  const { workspace, env, risk } = surroundings;
  const { name } = tool.definition;
  const context = { workspace, projectDir, env, ...(risk && { commandLine: consentFor(risk, tool.definition) }) };
  const uncounted = { ...context, env: { ...env, TOOLGEN_REPAIRS: undefined } };
  let prepared = prepareOrRefuse(tool, args, call.isRepeated ? uncounted : context);
  for (let allowed: string | undefined; ; ) {
    if (!prepared.ok) return callResult(prepared.refused);
    const consent = consentTo(prepared, context, client);
    if (consent.kind === "refused") return failedCall(consent.message);
    if (consent.kind === "given" || consent.question.digest === allowed) break;
    const answer = await answered(call, consent.question);
    if (typeof answer === "object") return answer.later;
    signal.throwIfAborted();
    if (answer === "no") return failedCall(deniedByUser);
    if (answer === "unclear") return failedCall(unanswered(name, "the client's answer could not be understood"));
    if (answer === "always") await client.consents.remember(ToolConfirmationOutcome.ProceedAlways, consent.question);
    allowed = consent.question.digest;
    prepared = prepareOrRefuse(tool, args, uncounted);
  }
  return callResult(await callToolAsync(tool, args, { ...context, prepared, signal, ...(updateOutput && { updateOutput }) }));
}

/** A question without an answer is no consent. */
async function answered<Later>(
  { ask, signal }: ServedCall<Later>,
  question: Question,
): Promise<Answer | { readonly later: Later | CallResult }> {
  try {
    return await ask(question);
  } catch (error) {
    signal.throwIfAborted();
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return { later: failedCall(unanswered(question.tool, `there was no answer (${reason})`)) };
  }
}

const unanswered = (name: string, why: string) =>
  `${name} was not run: the client was asked whether its user allows this call, and ${why}. Nothing was changed. Ask the user before you call ${name} again.`;
