import type { OutputFormat } from "../contract/definition.js";
import { oneLine } from "../text/one-line.js";
import { resultText } from "./result-text.js";

// The ways in which a handler fails without an exception of its own.

export const notFunction = "The handler that the spec names is not a function.";
export const neverSettles = "The handler returned a promise that never settles.";
export const exitedEarly = (code: number) => `The handler ended the process with code ${code} before it returned a result.`;

export type PrintedResult = { readonly ok: true; readonly text: string | Uint8Array } | { readonly ok: false; readonly problem: string };

/** Returns the text of a handler's result, or why there is none. */
export function printedResult(value: unknown, format: OutputFormat): PrintedResult {
  try {
    return { ok: true, text: resultText(value, format) };
  } catch (error) {
    // JavaScript's message about a circular structure has several lines.
    const why = oneLine(error instanceof Error ? error.message : String(error));
    return { ok: false, problem: `The handler's result can't be converted to JSON: ${why}.` };
  }
}
