import type { AskForServer } from "./ask-for-server.js";
import type { AskingCalls } from "./asking-calls.js";
import type { ElicitationForm } from "./elicitation.js";

/** The capability of a client whose user can be asked. The SDK adds defaults of fields that an answer leaves out. */
export const elicitationCapability = { elicitation: { form: { applyDefaults: true } } };

interface Asking {
  readonly calls: AskingCalls;
  readonly ask: AskForServer;
  readonly signal: AbortSignal;
}

/** The protocol's result, whose lists aren't readonly. */
type Answer =
  | { readonly action: "accept"; readonly content: Record<string, string | number | boolean | string[]> }
  | { readonly action: "decline" | "cancel" };

/**
 * Answers the `elicitation/create` of a server: of a request, or of a result that requires input. The mode that sends
 * users to an address has no form. The SDK refuses it, because the client doesn't declare it.
 */
export async function answerElicitation(params: { readonly message: string }, { calls, ask, signal }: Asking): Promise<Answer> {
  if (!("requestedSchema" in params)) return { action: "cancel" };
  const { message } = params;
  // The SDK has checked it.
  const requestedSchema = params.requestedSchema as ElicitationForm;
  const answer = await calls.ask(signal, (until) => ask({ message, requestedSchema }, { signal: until }));
  if (answer.action !== "accept") return { action: answer.action };
  const content = Object.entries(answer.content).map(([name, value]) => [name, isList(value) ? [...value] : value] as const);
  return { action: "accept", content: Object.fromEntries(content) };
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
