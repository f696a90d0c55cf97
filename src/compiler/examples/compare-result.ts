import { joinLines } from "../../call/report.js";
import { callResultText } from "../../call/shape-result.js";
import type { CallResult, RunOutcome } from "../../contract/call-result.js";
import { deepEqual, isArray, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { ToolResultDisplay } from "../../contract/tool-result.js";
import type { ExampleProblem } from "../example-result.js";
import { resultPatternFlags } from "../tool-model.js";
import { texts } from "./example-setup.js";

/** The outcome of a run: how the program ended, the client's result, and the files in the workspace. */
export interface Ran {
  readonly outcome: RunOutcome;
  readonly result: CallResult;
  /** The text for users. */
  readonly display: ToolResultDisplay;
  /** The text of a file of the workspace by its path; `undefined` if there is none. */
  file(path: string): string | undefined;
}

/** Checks an example's expectations about the result: the model's text, with standard error if the tool failed. */
export function compareResult(ran: Ran, expect: JsonObject): readonly ExampleProblem[] {
  // The report about a program that never started isn't its result, whatever it contains.
  if ("message" in ran.outcome)
    return [{ kind: "fails", key: "given", message: "the program was never started", got: ran.outcome.message }];
  const text = resultText(ran.result);
  return [
    ...compareText(text, expect),
    ...(expect.json === undefined ? [] : compareJson(text, expect.json)),
    ...(expect.display === undefined ? [] : compareDisplay(ran.display, String(expect.display))),
    ...Object.entries(texts(expect.files)).flatMap(([path, expected]) => compareFile({ path, expected, got: ran.file(path) })),
    ...(expect.exitCode === undefined ? [] : compareExitCode(ran.outcome, expect.exitCode)),
    ...compareSuccess(ran.result, expect),
  ];
}

function compareText(text: string, expect: JsonObject): readonly ExampleProblem[] {
  const fails = (key: string, message: string): ExampleProblem => ({ kind: "fails", key, message, got: text });
  const missing = textsOf(expect.contains).filter((part) => !text.includes(part));
  const unwanted = textsOf(expect.notContains).filter((part) => text.includes(part));
  const patterns = textsOf(expect.matches).filter((pattern) => !new RegExp(pattern, resultPatternFlags).test(text));
  const others = textsOf(expect.equals)
    .map(withoutLineEnd)
    .filter((whole) => whole !== withoutLineEnd(text));
  return [
    ...missing.map((part) => fails("contains", `the result doesn't contain ${JSON.stringify(part)}`)),
    ...unwanted.map((part) => fails("notContains", `the result holds ${JSON.stringify(part)}`)),
    ...patterns.map((pattern) => fails("matches", `the result doesn't match ${pattern}`)),
    ...others.map((whole): ExampleProblem => ({ kind: "differs", key: "equals", expected: whole, got: withoutLineEnd(text) })),
  ];
}

function compareJson(text: string, expected: JsonValue): readonly ExampleProblem[] {
  try {
    const got: JsonValue = JSON.parse(text);
    return deepEqual(expected, got) ? [] : [{ kind: "differs", key: "json", expected, got }];
  } catch {
    return [{ kind: "fails", key: "json", message: "the result isn't JSON", got: text }];
  }
}

/** Users see a text or a diff; an example names a part of it. */
function compareDisplay(display: ToolResultDisplay, expected: string): readonly ExampleProblem[] {
  const text = typeof display === "string" ? display : display.fileDiff;
  if (text.includes(expected)) return [];
  return [{ kind: "fails", key: "display", message: `the text for users doesn't contain ${JSON.stringify(expected)}`, got: text }];
}

function compareFile({ path, expected, got }: { path: string; expected: string; got: string | undefined }): readonly ExampleProblem[] {
  if (got === expected) return [];
  const key = `files.${path}`;
  return got === undefined
    ? [{ kind: "fails", key, message: "there is no such file after the call", got: undefined }]
    : [{ kind: "differs", key, expected, got }];
}

function compareExitCode(outcome: RunOutcome, expected: JsonValue): readonly ExampleProblem[] {
  const got = outcome.kind === "exited" ? outcome.code : `none: ${ending(outcome)}`;
  return got === expected ? [] : [{ kind: "differs", key: "exitCode", expected, got }];
}

/**
 * A failure is only expected by who names its exit code or some of its text; to lack a text, or to leave files alone,
 * is easy for it.
 */
function compareSuccess(result: CallResult, expect: JsonObject): readonly ExampleProblem[] {
  const expectsOutcome = [expect.contains, expect.matches, expect.equals, expect.json, expect.exitCode].some(
    (value) => value !== undefined,
  );
  if (result.kind === "done" || expectsOutcome) return [];
  return [{ kind: "fails", key: "exitCode", message: "the tool failed, which no `exitCode` expects", got: resultText(result) }];
}

function ending(outcome: Exclude<RunOutcome, { readonly kind: "exited" }>): string {
  switch (outcome.kind) {
    case "signalled":
      return `ended by ${outcome.signal}`;
    case "timedOut":
      return `ended at the time limit of ${outcome.timeoutMs} ms`;
    case "flooded":
      return "ended because it printed too much";
    default:
      return outcome.message;
  }
}

/** Returns the text for the model: the output of the program, and then why it failed. */
function resultText(result: CallResult): string {
  if (result.kind === "done") return result.text;
  return joinLines(result.kind === "failed" ? result.stdout : "", callResultText(result));
}

/** Programs and YAML texts differ in their final line end, so it isn't compared. */
const withoutLineEnd = (text: string) => text.replace(/\n$/, "");

function textsOf(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return isArray(value) ? value.map(String) : [String(value)];
}
