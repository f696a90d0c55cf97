import { safeName } from "../../call/tool-index.js";
import { deepEqual, isJsonObject, type JsonValue } from "../../contract/json-value.js";
import type { AgenticLoopTools } from "../agentic-loop.js";
import {
  type AgenticLoopCall,
  type AgenticLoopState,
  callsIn,
  type StateKey,
  signatureProblem,
  type ToolCallPart,
  versionProblem,
} from "../loop-state.js";
import type { Sdk } from "./ai-sdk.js";
import { inputOf } from "./provider-messages.js";

interface Readers {
  readonly sdk: Pick<Sdk, "modelMessageSchema">;
  readonly registry: AgenticLoopTools;
  readonly stateKey: StateKey | undefined;
}

/**
 * Reads a saved state, as `JSON.parse` returns it. Throws a `TypeError` that names the problem unless the state can be
 * resumed: made by this version, signed with the key if there is one, and with something left to do.
 */
export function readState(saved: unknown, { sdk: { modelMessageSchema }, registry, stateKey }: Readers): AgenticLoopState {
  const wrong = (what: string) => new TypeError(`The state to resume was not saved by runAgenticLoop: ${what}.`);
  if (!isJsonObject(saved)) throw wrong("it is not an object (a text has to be parsed first)");
  const version = versionProblem(saved);
  if (version !== undefined) throw wrong(version);
  const unsigned = signatureProblem(saved, stateKey);
  if (unsigned !== undefined) throw wrong(unsigned);
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
  for (const [index, call] of calls.entries()) if (!isCall(call)) throw wrong(`calls[${index}] is not a call`);
  // All of it was checked above.
  const state = saved as unknown as AgenticLoopState;
  const made = callsIn(state.messages.at(-1));
  if (calls.length > 0 && (made.length !== calls.length || !made.every((part, index) => isMadeBy(state.calls[index], part, registry)))) {
    throw wrong("`calls` are not those that its last message makes");
  }
  if (calls.length === 0 && state.messages.at(-1)?.role === "assistant") {
    throw new TypeError("The state to resume ends with the model's answer: give its messages as `messages`, with a new `prompt`.");
  }
  return state;
}

/**
 * A call keeps the name and the arguments that the model gave it; its message has those that providers accept back
 * (`providerMessages`).
 */
function isMadeBy(call: AgenticLoopCall | undefined, part: ToolCallPart, registry: AgenticLoopTools): boolean {
  if (call === undefined || call.id !== part.toolCallId || !deepEqual(inputOf(call.args), part.input as JsonValue)) return false;
  if (safeName(call.name) === part.toolName) return true;
  // A name that this registry doesn't know executes nothing.
  const found = registry.lookUpTool(call.name);
  return !found.ok || found.tool.name === part.toolName;
}

/**
 * Returns the problem of messages, if they have one. The system prompt comes from the caller of the loop, not from a
 * conversation.
 */
export function problemIn(messages: readonly unknown[], { modelMessageSchema }: Pick<Sdk, "modelMessageSchema">): string | undefined {
  for (const [index, message] of messages.entries()) {
    if (!modelMessageSchema.safeParse(message).success) return `messages[${index}] is not a message of the AI SDK`;
    if (isJsonObject(message) && message.role === "system") return `messages[${index}] is a system message; pass it as \`system\``;
  }
  return undefined;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isCall(call: unknown): boolean {
  if (!isJsonObject(call) || typeof call.id !== "string" || typeof call.name !== "string") return false;
  if (call.args === undefined || !isCount(call.times) || call.times === 0) return false;
  const { result, stopped, begun } = call;
  if (begun !== undefined && begun !== true) return false;
  if (stopped !== undefined && stopped !== "length" && stopped !== "content-filter") return false;
  return result === undefined || (isJsonObject(result) && isResult(result));
}

function isResult({ status, text, media }: Readonly<Record<string, unknown>>): boolean {
  if (status !== "success" && status !== "error" && status !== "cancelled") return false;
  const isMedium = (one: unknown) => isJsonObject(one) && typeof one.mimeType === "string" && typeof one.data === "string";
  return typeof text === "string" && Array.isArray(media) && media.every(isMedium);
}
