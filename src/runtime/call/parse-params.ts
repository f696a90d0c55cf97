import { utf8Text } from "../output/utf8-text.js";
import { inputProblem } from "./input-problem.js";
import type { Input } from "./read-stdin.js";

/** The parameters as the client sent them, not judged yet. */
export type ParsedParams = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const byteOrderMark = "\uFEFF";

/** Reads the parameters of a call as JSON. Nothing at all stands for no parameters. */
export function parseParams(input: Input): ParsedParams {
  const text = input.kind === "read" ? utf8Text(input.bytes) : undefined;
  if (text === undefined) return { ok: false, message: inputProblem(input) };
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    return json.trim() === "" ? { ok: true, value: {} } : { ok: false, message: inputProblem(input) };
  }
}
