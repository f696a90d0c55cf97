import { exactly, type ParsedParams } from "../../runtime/call/parse-params.js";
import { findSyntaxError } from "../../runtime/json/find-syntax-error.js";

/** Reads arguments on the command line. */
export function parseOperand(json: string): ParsedParams {
  try {
    return exactly(JSON.parse(json), json);
  } catch {
    return {
      ok: false,
      message: `Its arguments are not valid JSON${syntaxErrorPosition(json)}. Write one JSON object, such as '{"path": "a.txt"}'.`,
    };
  }
}

/** `: at character 3, where ':' is expected`, for a text that `JSON.parse` refused. */
export function syntaxErrorPosition(json: string): string {
  const mistake = findSyntaxError(json);
  return mistake === undefined ? "" : `: at character ${mistake.offset + 1}, where ${mistake.expected} is expected`;
}
