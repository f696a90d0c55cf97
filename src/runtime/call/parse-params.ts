import { isUtf8 } from "node:buffer";
import { inputProblem } from "./input-problem.js";
import type { Input } from "./read-stdin.js";

/** The parameters as the client sent them, not judged yet. */
export type ParsedParams = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const byteOrderMark = "\uFEFF";

/** Reads the parameters of a call as JSON. Nothing at all stands for no parameters. */
export function parseParams(input: Input): ParsedParams {
  if (input.kind !== "read" || !isUtf8(input.bytes)) return { ok: false, message: inputProblem(input) };
  const text = input.bytes.toString("utf8");
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    return json.trim() === "" ? { ok: true, value: {} } : { ok: false, message: inputProblem(input) };
  }
}
