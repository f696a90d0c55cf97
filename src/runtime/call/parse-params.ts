import type { StdinInput } from "../io/read-stdin.js";
import { findUnsafeNumber, unsafeNumberProblem } from "../json/find-unsafe-number.late.js";
import { utf8Text } from "../text/utf8-text.js";
import { inputProblem } from "./input-problem.late.js";

/** The parameters as the client sent them, before any check. */
export type ParsedParams = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const byteOrderMark = "\uFEFF";

/** Reads the parameters of a call as JSON. Empty input stands for no parameters. */
export function parseParams(input: StdinInput): ParsedParams {
  const text = input.kind === "read" ? utf8Text(input.bytes) : undefined;
  if (text === undefined) return { ok: false, message: inputProblem(input) };
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  try {
    return exactly(JSON.parse(json), json);
  } catch {
    return json.trim() === "" ? { ok: true, value: {} } : { ok: false, message: inputProblem(input) };
  }
}

/** Most numbers are short; only a text with a long or huge one is parsed again. */
export function exactly(value: unknown, json: string): ParsedParams {
  const unsafeNumber = /\d{16}|[eE]\+?\d{3}/.test(json) ? findUnsafeNumber(json) : undefined;
  return unsafeNumber === undefined ? { ok: true, value } : { ok: false, message: unsafeNumberProblem(unsafeNumber) };
}
