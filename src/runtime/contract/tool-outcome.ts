import type { JsonObject } from "../json/json-value.js";
import type { RefusalCode } from "./refusal.js";

/** The result of a call for the client that started it. `exitCode` is that of the `call` program. */
export interface ToolOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Images and other media, for clients that accept them. */
  readonly media?: readonly Media[];
  /** The result as data, if the spec declares its schema (`output.schema`). */
  readonly structured?: JsonObject;
  /** The refusal, if nothing was started. */
  readonly refusal?: RefusalCode;
}

/** Content that isn't text. */
export interface Media {
  readonly kind: "image" | "audio";
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** Exit codes of `call` that don't depend on the tool. */
export const exitCodes = { done: 0, failed: 1, refused: 2, internal: 70, timedOut: 124, notExecutable: 126, notFound: 127 } as const;
