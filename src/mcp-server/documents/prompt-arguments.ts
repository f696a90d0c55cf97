import { type InputRequiredResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { addArguments } from "../../runtime/arguments/add-arguments.js";
import { repairAndValidate } from "../../runtime/call/prepare-call.js";
import { refusedCall } from "../../runtime/call/prepared-or-refused.js";
import type { CallContext } from "../../runtime/contract/call.js";
import type { CompiledPrompt } from "../../runtime/contract/prompt.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { AskForParameters } from "../elicit/complete-arguments.js";
import { type ParametersAnswer, type ParametersQuestion, parametersQuestion } from "../elicit/parameters-question.js";
import type { PromptRequest } from "./prompt-request.js";
import { wrongArguments } from "./wrong-arguments.js";

export type PromptArguments =
  | { readonly kind: "params"; readonly params: JsonObject }
  /** The user is asked, and the answer comes with another request. */
  | { readonly kind: "later"; readonly later: InputRequiredResult };

/**
 * Repairs and checks a client's arguments of a prompt. If they lack some that the prompt asks its user for (`elicit`),
 * the client is asked. Throws the protocol's error for arguments that are wrong, and for those that weren't given.
 */
export async function promptArguments(prompt: CompiledPrompt, request: PromptRequest, context: CallContext): Promise<PromptArguments> {
  const { definition } = prompt;
  const repaired = repairAndValidate(prompt, request.args, context);
  if (repaired.ok) return { kind: "params", params: repaired.params };
  const args = addArguments(prompt, request.args, {});
  const ask = definition.elicit && (await request.asking?.());
  const prepared = refusedCall(definition, repaired);
  const question = args && ask && parametersQuestion({ kind: "prompt", prepared, definition, args, context });
  const answer = question && (await answerTo(question, ask, request.signal));
  if (question === undefined || answer === undefined) throw wrongArguments(definition.name, repaired);
  if ("later" in answer) return { kind: "later", later: answer.later };
  if (answer.kind !== "given") throw notGiven(definition.name, question, answer.kind);
  const whole = repairAndValidate(prompt, { ...args, ...answer.values }, context);
  if (!whole.ok) throw wrongArguments(definition.name, whole);
  return { kind: "params", params: whole.params };
}

type Ask = AskForParameters<InputRequiredResult>;

/** No answer counts as a closed form. Rejects if the request is cancelled. */
async function answerTo(question: ParametersQuestion, ask: Ask | undefined, signal: AbortSignal): ReturnType<Ask> {
  try {
    return await ask?.(question);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProtocolError) throw error;
    return { kind: "cancelled" };
  }
}

function notGiven(name: string, { names }: ParametersQuestion, kind: Exclude<ParametersAnswer["kind"], "given">): ProtocolError {
  const outcome = { declined: "declined", cancelled: "gave no answer", unclear: "gave an answer that could not be understood" }[kind];
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `The user was asked for ${names.join(", ")} of '${name}', and ${outcome}.`);
}
