import { diffArrays } from "diff";
import { isJsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { isArray } from "../runtime/json/selector.js";

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
