import { isUtf8 } from "node:buffer";
import { findJsonMistake } from "./json-mistake.js";
import { type Input, maxInputBytes } from "./read-stdin.js";

/** The parameters as the client sent them, not judged yet. */
export type ParsedParams = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const wanted = 'The parameters are to be one JSON object on standard input, such as {"path": "a.txt"}.';

/** Reads the parameters of a call as JSON. Nothing at all stands for no parameters. */
export function parseParams(input: Input): ParsedParams {
  switch (input.kind) {
    case "terminal":
      return refused("Standard input is a terminal.");
    case "overlong":
      return refused(`Standard input held more than ${maxInputBytes / 1024 / 1024} MiB.`);
    case "unreadable":
      return refused(`Standard input could not be read (${input.code}).`);
    case "read":
      return parse(input.bytes);
  }
}

function parse(bytes: Buffer): ParsedParams {
  if (!isUtf8(bytes)) return refused("Standard input is not UTF-8 text.");
  const json = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (json.trim() === "") return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch {
    return refused(mistakeText(json));
  }
}

const refused = (problem: string): ParsedParams => ({ ok: false, message: `${problem} ${wanted}` });

function mistakeText(json: string): string {
  const mistake = findJsonMistake(json);
  if (mistake === undefined) return "Standard input is not valid JSON.";
  const before = json.slice(0, mistake.offset);
  const line = before.split("\n").length;
  const column = mistake.offset - before.lastIndexOf("\n");
  const found = json.codePointAt(mistake.offset);
  const what = found === undefined ? "the text ends" : `there is ${JSON.stringify(String.fromCodePoint(found))}`;
  return `Standard input is not valid JSON: at line ${line}, column ${column} ${what} where ${mistake.expected} is expected.`;
}
