import { isJsonObject } from "../json.js";
import type { Sdk } from "./ai-sdk.js";
import type { AgenticLoopState } from "./state.js";
import { callsIn } from "./tool-messages.js";

/**
 * A state that was saved, as `JSON.parse` gives it back. Throws a `TypeError` that names what is wrong, unless it can be resumed: made by this version, unharmed, and
 * with something left to do.
 */
export function readState(saved: unknown, { modelMessageSchema }: Pick<Sdk, "modelMessageSchema">): AgenticLoopState {
  const wrong = (what: string) => new TypeError(`The state to resume is none that runAgenticLoop has saved: ${what}.`);
  if (!isJsonObject(saved)) throw wrong("it is not an object (a text has to be parsed first)");
  if (saved.version !== 1) throw wrong(`its version is ${JSON.stringify(saved.version) ?? "missing"}, not 1`);
  const { system, messages, calls, turns, usage, recent } = saved;
  if (system !== undefined && typeof system !== "string") throw wrong("`system` is not a text");
  if (!Array.isArray(messages)) throw wrong("`messages` is not a list");
  const problem = problemIn(messages, { modelMessageSchema });
  if (problem !== undefined) throw wrong(problem);
  if (!isCount(turns)) throw wrong("`turns` is not a number");
  const counts = ["inputTokens", "outputTokens", "totalTokens", "milliseconds"];
  if (!isJsonObject(usage) || !counts.every((name) => isCount(usage[name]))) throw wrong("`usage` is incomplete");
  if (!Array.isArray(recent) || !recent.every((mark) => typeof mark === "string")) throw wrong("`recent` is not a list of texts");
  if (!Array.isArray(calls)) throw wrong("`calls` is not a list");
  for (const [index, call] of calls.entries()) if (!isCall(call)) throw wrong(`calls[${index}] is no call`);
  // All of it was checked above.
  const state = saved as unknown as AgenticLoopState;
  const made = callsIn(state.messages.at(-1));
  if (calls.length > 0 && (made.length !== calls.length || made.some(({ toolCallId }, index) => toolCallId !== state.calls[index]?.id))) {
    throw wrong("`calls` are not those that its last message makes");
  }
  if (calls.length === 0 && state.messages.at(-1)?.role === "assistant") {
    throw new TypeError("The state to resume ends with the model's answer: give its messages as `messages`, with a new `prompt`.");
  }
  return state;
}

/** What is wrong with messages, if anything is. What the model is told before all else comes from whoever runs the loop, and from no conversation. */
export function problemIn(messages: readonly unknown[], { modelMessageSchema }: Pick<Sdk, "modelMessageSchema">): string | undefined {
  for (const [index, message] of messages.entries()) {
    if (!modelMessageSchema.safeParse(message).success) return `messages[${index}] is no message of the AI SDK`;
    if (isJsonObject(message) && message.role === "system")
      return `messages[${index}] is a system message, which is to be given as \`system\``;
  }
  return undefined;
}

const isCount = (value: unknown) => typeof value === "number" && Number.isFinite(value) && value >= 0;

function isCall(call: unknown): boolean {
  if (!isJsonObject(call) || typeof call.id !== "string" || typeof call.name !== "string") return false;
  if (call.args === undefined || !isCount(call.times)) return false;
  const { result, stopped } = call;
  if (stopped !== undefined && stopped !== "length" && stopped !== "content-filter") return false;
  return result === undefined || (isJsonObject(result) && isResult(result));
}

function isResult({ status, text, media }: Readonly<Record<string, unknown>>): boolean {
  if (status !== "success" && status !== "error" && status !== "cancelled") return false;
  const isMedium = (one: unknown) => isJsonObject(one) && typeof one.mimeType === "string" && typeof one.data === "string";
  return typeof text === "string" && Array.isArray(media) && media.every(isMedium);
}
