import type { JsonValue } from "../json/json-value.js";
import type { ModelMessage } from "./model-message.js";

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
