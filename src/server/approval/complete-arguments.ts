import type { NotPrepared, PreparedOrRefused } from "../../call/prepare-call.js";
import { addArguments } from "../../call/repair-arguments.js";
import type { CallContext } from "../../contract/call.js";
import type { Denial } from "../../contract/call-result.js";
import type { CompiledTool } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import { type ParametersAnswer, type ParametersQuestion, parametersQuestion } from "./parameters-question.js";

/**
 * Asks for parameters. If the answer comes with another request, returns the result of this one; `undefined` if the
 * client can't show the form. Rejects if no answer comes.
 */
export type AskForParameters<Later> = (question: ParametersQuestion) => Promise<ParametersAnswer | { readonly later: Later } | undefined>;

interface IncompleteCall<Later> {
  readonly tool: CompiledTool;
  readonly args: unknown;
  readonly prepared: PreparedOrRefused;
  readonly context: CallContext;
  readonly signal: AbortSignal;
  /** Absent if the client can't ask. */
  readonly askFor: AskForParameters<Later> | undefined;
  /** Prepares the call with these arguments. */
  prepare(args: JsonObject): PreparedOrRefused;
}

export type CompletedCall<Later> =
  | { readonly kind: "call"; readonly args: unknown; readonly prepared: PreparedOrRefused; readonly answer?: string | undefined }
  | { readonly kind: "later"; readonly later: Later };

/**
 * Asks the user for parameters that a call lacks, if its spec says so (`elicit`). The answer becomes an argument like
 * any other: it is repaired and checked, and a confirmation shows the call with it.
 */
export async function completeArguments<Later>(call: IncompleteCall<Later>): Promise<CompletedCall<Later>> {
  const { tool, args, prepared, context, signal, askFor } = call;
  const asIs = { kind: "call", args, prepared } as const;
  if (askFor === undefined || prepared.ok || tool.definition.elicit === undefined) return asIs;
  const bare = addArguments(tool, args, {});
  const question = bare && parametersQuestion({ kind: "tool", prepared, definition: tool.definition, args: bare, context });
  if (question === undefined) return asIs;
  const { names } = question;
  const denied = (how: Parameters["how"], reason?: string) => ({
    ...asIs,
    prepared: deniedCall(prepared, { code: "not-elicited", names, how, ...(reason !== undefined && { reason }) }),
    answer: how,
  });
  try {
    const answer = await askFor(question);
    if (answer === undefined) return asIs;
    if ("later" in answer) return { kind: "later", later: answer.later };
    if (answer.kind === "unclear") return denied("none", "the client's answer could not be understood");
    if (answer.kind !== "given") return denied(answer.kind);
    const whole = addArguments(tool, args, answer.values);
    return whole === undefined ? asIs : { kind: "call", args: whole, prepared: withNote(call.prepare(whole), names), answer: "elicited" };
  } catch (error) {
    signal.throwIfAborted();
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    return denied("none", `there was no answer (${reason})`);
  }
}

type Parameters = Extract<Denial, { readonly code: "not-elicited" }>;

function deniedCall({ definition, repaired }: NotPrepared, denial: Denial): NotPrepared {
  return { ok: false, refused: { kind: "denied", tool: definition.name, denial }, definition, ...(repaired && { repaired }) };
}

/** A model that is told about a value that isn't its own must know whose it is. */
function withNote(prepared: PreparedOrRefused, names: readonly string[]): PreparedOrRefused {
  if (prepared.ok || prepared.refused.kind !== "refused") return prepared;
  const { refusal } = prepared.refused;
  const problems = [...refusal.problems, { code: "elicited", names } as const];
  return { ...prepared, refused: { ...prepared.refused, refusal: { ...refusal, problems } } };
}
