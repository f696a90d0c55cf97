import { createHmac, timingSafeEqual } from "node:crypto";
import { type JsonValue, sortedJson } from "../contract/json-value.js";
import type { FunctionCallOutcome } from "./tool-result.js";

/** The usage of a loop so far, over all processes that it ran in. */
export interface AgenticLoopUsage {
  /** Tokens, as the model's provider counts them; 0 where it doesn't. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** Time, including confirmations, without the time to store the state. */
  readonly milliseconds: number;
}

/** The result of a call, as it goes to the model. */
export interface AgenticLoopCallResult {
  readonly status: "success" | "error" | "cancelled";
  readonly text: string;
  /** Images and other media, in base64. */
  readonly media: readonly { readonly mimeType: string; readonly data: string }[];
}

/** A call of the model's last turn. */
export interface AgenticLoopCall {
  readonly id: string;
  /** The name that the model used; it may be unknown. */
  readonly name: string;
  /** The arguments as the model sent them; a text if they weren't JSON. */
  readonly args: JsonValue;
  /** How many times in a row the model has made this call, including this one. */
  readonly times: number;
  /** The reason why the answer with the call was stopped, if it was. Such a call isn't executed. */
  readonly stopped?: "length" | "content-filter";
  /** True if the process ended after the call was about to start, so that its outcome is unknown. */
  readonly begun?: true;
  /** Absent while the call has no outcome: it hasn't run, and isn't decided. */
  readonly result?: AgenticLoopCallResult;
}

/**
 * The whole state of a loop between two steps: plain JSON, which can be saved and resumed in this or another process.
 */
export interface AgenticLoopState {
  readonly version: 2;
  readonly system?: string;
  /** The conversation. If `calls` isn't empty, it ends with the message that makes them. */
  readonly messages: readonly ModelMessage[];
  readonly calls: readonly AgenticLoopCall[];
  readonly turns: number;
  readonly usage: AgenticLoopUsage;
  /** Hashes of the last calls, to detect repetitions. */
  readonly recent: readonly string[];
  /** The signature of all other values, by `stateKey` of the options. */
  readonly signature?: string;
}

export const noUsage: AgenticLoopUsage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, milliseconds: 0 };

/** The tokens of both; the time of the first. */
export function addTokens(one: AgenticLoopUsage, other: AgenticLoopUsage): AgenticLoopUsage {
  return {
    ...one,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}

/** A secret that signs states: at least 32 bytes, or a text of at least 32 bytes. */
export type StateKey = string | Uint8Array;

const leastBytes = 32;

/** Throws a `TypeError` for a key that is too weak. */
export function checkKey(key: StateKey | undefined): void {
  if (key !== undefined && Buffer.byteLength(key) < leastBytes)
    throw new TypeError(`\`stateKey\` must have at least ${leastBytes} bytes, such as those of crypto.randomBytes(${leastBytes}).`);
}

/**
 * Returns the state with a signature over all its values. The order of keys doesn't matter, because databases change
 * it.
 */
export function signState({ signature: _, ...state }: AgenticLoopState, key: StateKey | undefined): AgenticLoopState {
  return key === undefined ? state : { ...state, signature: signatureOf(state, key) };
}

/**
 * Returns the reason why a state wasn't signed with this key. Without a key, it only reports that a signed state needs
 * its key.
 */
export function signatureProblem(
  { signature, ...state }: Readonly<Record<string, unknown>>,
  key: StateKey | undefined,
): string | undefined {
  if (key === undefined) return signature === undefined ? undefined : "it is signed, and can't be checked without its `stateKey`";
  if (typeof signature !== "string") return "it has no signature";
  const [expected, given] = [Buffer.from(signatureOf(state, key)), Buffer.from(signature)];
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  return isValid ? undefined : "it was changed after it was saved, or was saved with another key";
}

/** HMAC-SHA-256 (RFC 2104). */
const signatureOf = (state: object, key: StateKey) =>
  createHmac("sha256", key)
    .update(`toolgen agentic loop state\n${sortedJson(state)}`)
    .digest("base64url");

/** Returns the reason why a state isn't one of this version. Version 1 had no signature. */
export function versionProblem({ version }: Readonly<Record<string, unknown>>): string | undefined {
  if (version === 2) return undefined;
  if (version === 1) return "it was saved by an earlier version of toolgen, which didn't sign states; start the task again";
  return `its version is ${JSON.stringify(version) ?? "missing"}, not 2`;
}

// The AI SDK's types, declared again: a program without a loop needs no SDK to compile, and the SDK's declarations need
// the browser's.

/** A model of the AI SDK: an object of one of its providers, or a model name. */
export type LanguageModel =
  | string
  | {
      readonly specificationVersion: string;
      readonly provider: string;
      readonly modelId: string;
      doStream(options: never): PromiseLike<unknown>;
    };

/** Any JSON value, with mutable lists, as in the SDK's types. */
export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** The members that all parts and messages may have: options for one provider. */
export interface Part {
  providerOptions?: Record<string, Record<string, Json>>;
}

/** A text in a message. */
export interface TextPart extends Part {
  type: "text";
  text: string;
}

/** An image in a message. */
export interface ImagePart extends Part {
  type: "image";
  /** Base64, or a URL. */
  image: string;
  mediaType?: string;
}

/** A file in a message. */
export interface FilePart extends Part {
  type: "file";
  /** Base64, or a URL. */
  data: string;
  filename?: string;
  mediaType: string;
}

/** A part of the model's reasoning. */
export interface ReasoningPart extends Part {
  type: "reasoning";
  text: string;
}

/** A call in a message of the model. */
export interface ToolCallPart extends Part {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: unknown;
  /** The provider itself executes the tool. */
  providerExecuted?: boolean;
}

/** The result of a call in a message. */
export interface ToolResultPart extends Part {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output:
    | { type: "text" | "error-text"; value: string }
    | { type: "json" | "error-json"; value: Json }
    | { type: "execution-denied"; reason?: string }
    | { type: "content"; value: (TextPart | ({ type: "image-data" | "file-data"; data: string; mediaType: string } & Part))[] };
}

/** A message of the user. */
export interface UserMessage extends Part {
  role: "user";
  content: string | (TextPart | ImagePart | FilePart)[];
}

/** A message of the model. */
export interface AssistantMessage extends Part {
  role: "assistant";
  content: string | (TextPart | FilePart | ReasoningPart | ToolCallPart | ToolResultPart)[];
}

/** The results of the calls of a turn. */
export interface ToolMessage extends Part {
  role: "tool";
  content: ToolResultPart[];
}

/** A message of a conversation, as the AI SDK has it (`ModelMessage`), in plain JSON. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

/**
 * Any of the SDK's messages. Their parts may be of kinds that aren't listed here, and may hold bytes. They are checked
 * when the loop starts, which accepts no `system` message.
 */
export interface InputMessage {
  readonly role: ModelMessage["role"] | "system";
  readonly content: unknown;
}

/**
 * Messages as plain JSON: bytes as base64, URLs as texts, no `undefined`. The SDK accepts these too, and checks them.
 */
export function plainMessages(messages: readonly InputMessage[]): readonly ModelMessage[] {
  return messages.map((message) => plain(message) as ModelMessage);
}

function plain(value: unknown): unknown {
  if (value instanceof URL) return value.href;
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("base64");
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, plain(member)]));
}

type Medium = AgenticLoopCallResult["media"][number];

/** The image types that every provider with image support accepts. */
const image = /^image\/(?:png|jpeg|gif|webp)$/;

/** Providers that accept images in tool results. Others would send them as base64 text, or not at all. */
const takesMedia = /^(?:anthropic|google|vertex|amazon-bedrock|bedrock|openai\.responses|azure\.responses)/;

/** Returns the part of an outcome that goes to the model. */
export function toolCallResult({ status, functionResponse, otherParts }: FunctionCallOutcome): AgenticLoopCallResult {
  const text = functionResponse.response?.error ?? functionResponse.response?.output;
  const media = otherParts.flatMap(({ inlineData }) => (inlineData === undefined ? [] : [inlineData]));
  const files = otherParts.flatMap(({ fileData }) => (fileData === undefined ? [] : [fileData.fileUri]));
  const parts = [typeof text === "string" ? text : JSON.stringify(text ?? ""), ...files].filter((line) => line !== "");
  return { status, text: parts.join("\n"), media };
}

/** Returns the calls in the last message of a conversation that the loop must execute, in order. */
export function callsIn(message: ModelMessage | undefined): readonly ToolCallPart[] {
  if (message?.role !== "assistant" || typeof message.content === "string") return [];
  return message.content.flatMap((part) => (part.type === "tool-call" && part.providerExecuted !== true ? [part] : []));
}

/**
 * Converts the results of calls to messages: one of tools, and one with images after it for models that accept none
 * there.
 */
export function toolMessages(
  calls: readonly AgenticLoopCall[],
  { asked, model, missing }: { readonly asked: ModelMessage | undefined; readonly model: LanguageModel; readonly missing: string },
): readonly ModelMessage[] {
  if (calls.length === 0) return [];
  const inside = typeof model !== "string" && takesMedia.test(model.provider);
  const later: Exclude<UserMessage["content"], string> = [];
  const content = callsIn(asked).map(({ toolCallId, toolName }, index): ToolResultPart => {
    const result = calls[index]?.result ?? { status: "cancelled", text: missing, media: [] };
    const shown = result.media.filter(({ mimeType }) => image.test(mimeType) || (inside && mimeType === "application/pdf"));
    const hidden = result.media.filter((medium) => !shown.includes(medium));
    const text = [result.text, ...hidden.map(lineOf)].filter((line) => line !== "").join("\n");
    if (!inside && shown.length > 0) {
      later.push({ type: "text", text: `What ${toolName} (${toolCallId}) has shown:` });
      later.push(...shown.map(({ mimeType, data }) => ({ type: "image" as const, image: data, mediaType: mimeType })));
    }
    return { type: "tool-result", toolCallId, toolName, output: outputOf({ ...result, text }, inside ? shown : []) };
  });
  return [{ role: "tool", content }, ...(later.length === 0 ? [] : [{ role: "user" as const, content: later }])];
}

function outputOf({ status, text }: AgenticLoopCallResult, media: readonly Medium[]): ToolResultPart["output"] {
  if (media.length === 0) return { type: status === "success" ? "text" : "error-text", value: text };
  const parts = media.map(({ mimeType, data }) => ({
    type: image.test(mimeType) ? ("image-data" as const) : ("file-data" as const),
    mediaType: mimeType,
    data,
  }));
  return { type: "content", value: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...parts] };
}

const lineOf = ({ mimeType, data }: Medium) => `[${mimeType}, ${Buffer.byteLength(data, "base64")} bytes, which can't be shown here]`;
