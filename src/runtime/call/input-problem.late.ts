import { isUtf8 } from "node:buffer";
import { maxInputBytes, type StdinInput } from "../io/read-stdin.js";
import { findSyntaxError } from "../json/find-syntax-error.js";

const expectedInput = "Pass the parameters as one JSON object on standard input.";

/** Explains to the client why standard input has no parameters: it was not read, or isn't JSON. */
export function inputProblem(input: StdinInput): string {
  return `${problemOf(input)} ${expectedInput}`;
}

function problemOf(input: StdinInput): string {
  switch (input.kind) {
    case "terminal":
      return "Standard input is a terminal.";
    case "overlong":
      return `Standard input contains more than ${maxInputBytes / 1024 / 1024} MiB.`;
    case "unreadable":
      return `Standard input could not be read (${input.code}).`;
    case "read":
      return isUtf8(input.bytes) ? mistakeText(input.bytes.toString("utf8").replace(/^\uFEFF/, "")) : "Standard input is not UTF-8 text.";
  }
}

function mistakeText(json: string): string {
  const mistake = findSyntaxError(json);
  if (mistake === undefined) return "Standard input is not valid JSON.";
  const before = json.slice(0, mistake.offset);
  const line = before.split("\n").length;
  const column = mistake.offset - before.lastIndexOf("\n");
  const found = json.codePointAt(mistake.offset);
  const what = found === undefined ? "the text ends" : `there is ${JSON.stringify(String.fromCodePoint(found))}`;
  return `Standard input is not valid JSON: at line ${line}, column ${column} ${what} where ${mistake.expected} is expected.`;
}
