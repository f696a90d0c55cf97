import { diffArrays } from "diff";
import { isArray, isJsonObject, type JsonValue } from "../contract/json-value.js";

/** `skipped`: it can't be run here, and `notice` says why. */
type ExampleStatus = "passed" | "failed" | "skipped";

/** The outcome of an example. `line` is the example's own in the spec, from 1. */
export interface ExampleResult {
  readonly tool: string;
  readonly example: string;
  readonly status: ExampleStatus;
  readonly problems: readonly LocatedProblem[];
  /** Why it was skipped; empty otherwise. */
  readonly notices: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly durationMs: number;
}

/** An expectation that does not hold. `key` is its key in `expect`, or `params` if the call itself was refused. */
export type ExampleProblem =
  /** Two values that should have been equal. Folders of this run are shown as their placeholders. */
  | { readonly kind: "differs"; readonly key: string; readonly expected: JsonValue; readonly got: JsonValue }
  /** Anything else, with the text that was searched, if there is one. */
  | { readonly kind: "fails"; readonly key: string; readonly message: string; readonly got: string | undefined };

export type LocatedProblem = ExampleProblem & { readonly line: number };

/**
 * Returns the parts of a value that an expectation names: the named keys of objects, at every depth, and all elements
 * of arrays. So an expectation of `params` needn't list defaults. A key that the value lacks stays absent.
 */
export function projectExpected(expected: JsonValue, value: JsonValue): JsonValue {
  if (isArray(expected) && isArray(value)) {
    return value.map((element, i) => (i < expected.length ? projectExpected(expected[i] ?? null, element) : element));
  }
  if (!isJsonObject(expected) || !isJsonObject(value)) return value;
  const named = Object.entries(expected).filter(([key]) => Object.hasOwn(value, key));
  return Object.fromEntries(named.map(([key, inner]) => [key, projectExpected(inner, value[key] ?? null)]));
}

/** A line of a comparison. Lines are JSON, so that white space and control characters show. */
export interface DiffLine {
  readonly side: "both" | "expected" | "got";
  readonly text: string;
}

/**
 * With more changed lines than this, both values are shown whole: finding the smallest change takes time that grows
 * with their square.
 */
const mostChanges = 1000;

/**
 * Two values line by line: the lines of a text, the elements of a list of texts, the printed lines of anything else.
 */
export function diff({ expected, got }: { readonly expected: JsonValue; readonly got: JsonValue }): readonly DiffLine[] {
  return compare(linesOf(expected), linesOf(inOrderOf(expected, got)));
}

function linesOf(value: JsonValue): readonly string[] {
  if (typeof value === "string") return (value.match(/[^\n]*\n|[^\n]+/g) ?? [""]).map((line) => JSON.stringify(line));
  if (isArray(value) && value.every((element) => typeof element === "string")) return value.map((element) => JSON.stringify(element));
  // A comma would make the last of several elements differ from one that is followed by another.
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => line.replace(/,$/, ""));
}

/**
 * Reorders keys of objects like those that they are compared with: order is meaningless, and would show as a
 * difference.
 */
function inOrderOf(model: JsonValue, value: JsonValue): JsonValue {
  if (isArray(model) && isArray(value)) return value.map((element, i) => inOrderOf(model[i] ?? null, element));
  if (!isJsonObject(model) || !isJsonObject(value)) return value;
  const shared = Object.keys(model).filter((key) => Object.hasOwn(value, key));
  const ordered = shared.map((key) => [key, inOrderOf(model[key] ?? null, value[key] ?? null)] as const);
  return { ...Object.fromEntries(ordered), ...Object.fromEntries(Object.entries(value).filter(([key]) => !shared.includes(key))) };
}

/** Compares line by line. Expected lines precede the lines that replace them. */
function compare(expected: readonly string[], got: readonly string[]): readonly DiffLine[] {
  const changes = diffArrays([...expected], [...got], { maxEditLength: mostChanges });
  if (changes === undefined) return [...linesOn("expected", expected), ...linesOn("got", got)];
  return changes.flatMap(({ removed, added, value }) => linesOn(removed ? "expected" : added ? "got" : "both", value));
}

const linesOn = (side: DiffLine["side"], lines: readonly string[]) => lines.map((text): DiffLine => ({ side, text }));

/** How many UTF-16 units two lines have in common at their beginning. */
export function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}
