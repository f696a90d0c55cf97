import { isJsonObject, type JsonValue } from "../runtime/json/json-value.js";
import { isArray } from "../runtime/json/selector.js";

/** A line of a comparison. Lines are JSON, so that white space and control characters show. */
export interface DiffLine {
  readonly side: "both" | "expected" | "got";
  readonly text: string;
}

/** The longest stretch that is compared line by line; what differs beyond it is shown as replaced whole. */
const mostCompared = 500;

/** Two values line by line: the lines of a text, the elements of a list of texts, the printed lines of anything else. */
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

/** Objects with their keys in the order of those they are compared with: order means nothing, and would show as a difference. */
function inOrderOf(model: JsonValue, value: JsonValue): JsonValue {
  if (isArray(model) && isArray(value)) return value.map((element, i) => inOrderOf(model[i] ?? null, element));
  if (!isJsonObject(model) || !isJsonObject(value)) return value;
  const shared = Object.keys(model).filter((key) => Object.hasOwn(value, key));
  const ordered = shared.map((key) => [key, inOrderOf(model[key] ?? null, value[key] ?? null)] as const);
  return { ...Object.fromEntries(ordered), ...Object.fromEntries(Object.entries(value).filter(([key]) => !shared.includes(key))) };
}

function compare(expected: readonly string[], got: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(expected.length, got.length);
  let head = 0;
  while (head < shorter && expected[head] === got[head]) head++;
  let tail = 0;
  while (tail < shorter - head && expected.at(-1 - tail) === got.at(-1 - tail)) tail++;
  const middle = compareMiddle(expected.slice(head, expected.length - tail), got.slice(head, got.length - tail));
  return [...of("both", expected.slice(0, head)), ...middle, ...of("both", expected.slice(expected.length - tail))];
}

const of = (side: DiffLine["side"], lines: readonly string[]) => lines.map((text): DiffLine => ({ side, text }));

/** By the longest common subsequence, what is expected before what was got. */
function compareMiddle(expected: readonly string[], got: readonly string[]): readonly DiffLine[] {
  if (expected.length > mostCompared || got.length > mostCompared) return [...of("expected", expected), ...of("got", got)];
  const common = expected.map(() => new Array<number>(got.length + 1).fill(0));
  const longest = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = expected.length - 1; i >= 0; i--) {
    for (let j = got.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row !== undefined) row[j] = expected[i] === got[j] ? longest(i + 1, j + 1) + 1 : Math.max(longest(i + 1, j), longest(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < expected.length || j < got.length) {
    const [left, right] = [expected[i], got[j]];
    if (left !== undefined && left === right) {
      lines.push({ side: "both", text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || longest(i + 1, j) >= longest(i, j + 1))) {
      lines.push({ side: "expected", text: left });
      i++;
    } else if (right !== undefined) {
      lines.push({ side: "got", text: right });
      j++;
    }
  }
  return lines;
}

/** How many UTF-16 units two lines have in common at their beginning: the first that differs is there. */
export function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}
