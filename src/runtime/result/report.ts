import type { ContentBlock, Media } from "../contract/call-result.js";
import type { FailureReason } from "../contract/failure-reason.js";
import type { JsonObject } from "../json/json-value.js";
import type { Limits } from "./within-limits.js";

/**
 * A result before anything is cut: lines of toolgen's, and outputs of the program with the limits that hold for them.
 */
export type Report = DoneReport | FailedReport;

export interface DoneReport {
  readonly kind: "done";
  readonly text: readonly ResultPart[];
  readonly media?: readonly Media[];
  /** All content in MCP's form, if resources are among it. */
  readonly blocks?: readonly ContentBlock[];
  readonly structured?: JsonObject;
}

export interface FailedReport {
  readonly kind: "failed";
  readonly reason: FailureReason;
  readonly stdout: readonly ResultPart[];
  readonly stderr: readonly ResultPart[];
  readonly notes?: readonly string[] | undefined;
}

export type ResultPart = { readonly kind: "line"; readonly text: string } | OutputPart;

export interface OutputPart {
  readonly kind: "output";
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  readonly limits: Limits;
  /** True if all of it is in a file that a line of the report names. */
  readonly isKept?: true | undefined;
}

/** Saves an output whole; returns the path of the file, `undefined` if that was not possible. */
export type KeepFull = (part: OutputPart) => string | undefined;

export function line(text: string): ResultPart {
  return { kind: "line", text };
}

export function output(stream: "stdout" | "stderr", bytes: Buffer, limits: Limits): OutputPart {
  return { kind: "output", stream, bytes, limits };
}

/** Only JSON white space. */
export function isBlankBytes(bytes: Buffer): boolean {
  return bytes.every(isSpace);
}

export const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d;
