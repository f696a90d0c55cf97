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
  /** Images and the like, in base64. */
  readonly media: readonly { readonly mimeType: string; readonly data: string }[];
}

/** A call of the model's last turn. */
export interface AgenticLoopCall {
  readonly id: string;
  /** As the model called it: not every name is a tool's. */
  readonly name: string;
  /** As the model sent them; a text where that was no JSON. */
  readonly args: JsonValue;
  /** How many times in a row the model has made this call, this one included. */
  readonly times: number;
  /** The reason why the answer with the call was stopped, if it was. Such a call isn't executed. */
  readonly stopped?: "length" | "content-filter";
  /** The call was about to run, and how it ended isn't known: the process ended before. */
  readonly begun?: true;
  /** Absent while the call has no outcome: it hasn't run, and isn't decided. */
  readonly result?: AgenticLoopCallResult;
}

/** All that a loop is made of between two steps: plain JSON, to be saved and resumed in this process or another. */
export interface AgenticLoopState {
  readonly version: 2;
  readonly system?: string;
  /** The conversation. If `calls` isn't empty, it ends with the message that makes them. */
  readonly messages: readonly ModelMessage[];
  readonly calls: readonly AgenticLoopCall[];
  readonly turns: number;
  readonly usage: AgenticLoopUsage;
  /** Marks of the last calls, by which repetitions are found. */
  readonly recent: readonly string[];
  /** The signature of all other values, by `stateKey` of the options. */
  readonly signature?: string;
}

export const noUsage: AgenticLoopUsage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, milliseconds: 0 };

/** Tokens of both; the time of the first. */
export function addTokens(one: AgenticLoopUsage, other: AgenticLoopUsage): AgenticLoopUsage {
  return {
    ...one,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}
