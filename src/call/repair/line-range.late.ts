import { isArray, isEmpty, isJsonObject, type JsonObject, type JsonValue, numberFromText } from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { PathExists, Repair } from "../../contract/repair.js";
import { parseExactJson } from "../../contract/repair-json.late.js";
import type { RangeRule } from "../../contract/repair-rules.js";
import { barePath } from "./bare-path.late.js";
import { type ChangedArguments, noteRepair } from "./repair-plan.js";

/** A range of lines as it was given under one name. `end` is absent if it is open. */
export interface LineRange {
  readonly name: string;
  readonly start: number;
  readonly end: number | undefined;
}

/** Ranges that were removed from the arguments, by the name of the parameter for their start. */
export type TakenRanges = ReadonlyMap<string, readonly LineRange[]>;

/**
 * Removes ranges (`"10-20"`, `[10, 20]`) from the arguments, under names that may hold one. This comes before aliases
 * are renamed, because the name may also be one of the count: `lines: 40` is a count, and `lines: "10-20"` is a range.
 */
export function takeRanges(params: JsonObject, rules: readonly RangeRule[]): { readonly params: JsonObject; readonly ranges: TakenRanges } {
  const ranges = new Map(
    rules.map((rule) => [rule.start, rule.range.flatMap((name) => (Object.hasOwn(params, name) ? rangeFrom(name, params[name]) : []))]),
  );
  const names = [...ranges.values()].flat().map(({ name }) => name);
  return { params: names.length === 0 ? params : without(params, names), ranges };
}

const asText = /^\s*L?(\d{1,9})\s*(?:-|–|—)\s*(?:L?(\d{1,9})\s*)?$/i;

/** Reads a value as a range: a text, a list of two numbers, or an object with two. */
export function rangeFrom(name: string, given: JsonValue | undefined): readonly LineRange[] {
  const value = typeof given === "string" ? (parseExactJson(given) ?? given) : given;
  const [, first, last] = typeof value === "string" ? (asText.exec(value) ?? []) : [];
  if (first !== undefined) return [{ name, start: Number(first), end: last === undefined ? undefined : Number(last) }];
  if (isJsonObject(value)) return namedRange(name, value);
  if (!isArray(value) || value.length !== 2) return [];
  const [start, end] = value.map((one) => (one === null ? -1 : wholeNumber(one)));
  return start === undefined || end === undefined || start < 0 ? [] : [{ name, start, end: end === -1 ? undefined : end }];
}

const isFirst = (name: string) => /^(?:start|from|first|begin)/i.test(name);

/** Reads a range with named ends and no other key: `{"start": 10, "end": 20}`. */
function namedRange(name: string, value: JsonObject): readonly LineRange[] {
  const entries = Object.entries(value);
  const [[first, start] = [], [last, end] = [], ...more] = isFirst(entries[0]?.[0] ?? "") ? entries : entries.toReversed();
  if (first === undefined || last === undefined || more.length > 0 || !isFirst(first) || !/^(?:end|to|last)/i.test(last)) return [];
  return rangeFrom(name, [start ?? null, end ?? null]);
}

/**
 * The data that applying ranges needs besides the arguments. `declared` are the parameters: their names are left to
 * validation.
 */
export interface Ranging {
  readonly rule: RangeRule;
  readonly ranges: readonly LineRange[];
  readonly declared: readonly string[];
  readonly repairs: Repair[];
}

/** Writes a range as start and count. `params` already have their canonical names. */
export function applyRange(
  params: JsonObject,
  { rule, ranges, declared, repairs }: Ranging,
): { readonly params: JsonObject; readonly problems: readonly Problem[] } {
  const ends = rule.end.filter((name) => Object.hasOwn(params, name));
  const unread = rule.range.filter((name) => !declared.includes(name) && Object.hasOwn(params, name) && !isEmpty(params[name] ?? null));
  if (unread.length > 0) return { params, problems: unread.map((name) => notARange(name, params[name])) };
  if (ranges.length === 0 && ends.length === 0) return { params, problems: [] };
  // A value that can't be read as a line can't be counted from.
  const own = Object.hasOwn(params, rule.start) ? (params[rule.start] ?? null) : null;
  if (!isEmpty(own) && wholeNumber(own) === undefined) return { params, problems: [notALine(rule.start, own, "first")] };
  for (const name of ends) if (isEmpty(params[name] ?? null)) noteRepair(repairs, "empty-alias", [name]);
  const filledEnds = ends.filter((name) => !isEmpty(params[name] ?? null));
  const unclear = filledEnds.filter((name) => wholeNumber(params[name]) === undefined);
  if (unclear.length > 0) return { params, problems: unclear.map((name) => notALine(name, params[name])) };

  const starts: Given[] = [...given(params, rule.start), ...ranges.map(({ name, start }) => ({ name, value: start }))];
  const lasts: Given[] = [
    ...ranges.map(({ name, end }) => ({ name, value: end ?? -1 })),
    ...filledEnds.map((name) => ({ name, value: wholeNumber(params[name]) ?? -1 })),
  ];
  const problem = disagreement(starts, "start") ?? disagreement(lasts, "end");
  if (problem !== undefined) return { params, problems: [problem] };
  return joined(params, {
    rule,
    start: starts[0],
    end: lasts[0],
    used: [...ranges.map(({ name }) => name), ...filledEnds],
    dropped: ends,
    repairs,
  });
}

interface Given {
  readonly name: string;
  readonly value: number;
}

interface Joined {
  readonly rule: RangeRule;
  readonly start: Given | undefined;
  readonly end: Given | undefined;
  readonly used: readonly string[];
  readonly dropped: readonly string[];
  readonly repairs: Repair[];
}

function joined(params: JsonObject, { rule, start, end, used, dropped, repairs }: Joined): ChangedArguments {
  const rest = without(params, dropped);
  const first = start?.value ?? rule.first;
  if (end === undefined) return { params: rest, problems: [] };
  if (first === undefined) return { params, problems: [{ code: "range-without-start", path: [end.name], start: rule.start }] };
  const isOpenEnded = end.value === -1;
  const count = end.value - first + 1;
  if (!isOpenEnded && count < 1)
    return {
      params,
      problems: [{ code: "range-reversed", end: asGiven(end), start: { path: [start?.name ?? rule.start], value: first } }],
    };
  const [own] = given(params, rule.count);
  if (own !== undefined && (isOpenEnded || own.value !== count)) {
    const expectedCount = isOpenEnded ? undefined : count;
    const instead = [rule.start, rule.count] as const;
    return { params, problems: [{ code: "range-count", given: asGiven(own), end: [end.name], count: expectedCount, instead }] };
  }
  for (const name of used) {
    noteRepair(repairs, "range", [name], [isOpenEnded || name === rule.start ? rule.start : rule.count]);
  }
  const withStart = start === undefined || given(rest, rule.start).length > 0 ? rest : { ...rest, [rule.start]: first };
  return { params: isOpenEnded ? withStart : { ...withStart, [rule.count]: count }, problems: [] };
}

function given(params: JsonObject, name: string): readonly Given[] {
  const value = Object.hasOwn(params, name) ? wholeNumber(params[name]) : undefined;
  return value === undefined ? [] : [{ name, value }];
}

function disagreement([first, ...others]: readonly Given[], which: "start" | "end"): Problem | undefined {
  const other = others.find(({ value }) => value !== first?.value);
  return first === undefined || other === undefined
    ? undefined
    : { code: "range-conflict", which, one: asGiven(first), other: asGiven(other) };
}

const asGiven = ({ name, value }: Given) => ({ path: [name], value });

const notALine = (name: string, given: JsonValue | undefined, which: "first" | "last" = "last"): Problem => ({
  code: "not-a-line",
  path: [name],
  given,
  which,
});

const notARange = (name: string, given: JsonValue | undefined): Problem => ({ code: "not-a-range", path: [name], given });

function wholeNumber(value: JsonValue | undefined): number | undefined {
  const number = typeof value === "string" ? numberFromText(value.trim(), true) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function without(params: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([key]) => !names.includes(key)));
}

/** A path without the lines that followed it, and the lines. */
export interface FileRange {
  readonly path: string;
  readonly range: LineRange;
}

const ending = /^L?\d{1,9}\s?[-\u2013\u2014]\s?L?\d{1,9}$/i;

/** Longer than any real path. */
const longestPathChars = 4096;

/** Reads `a.ts:10-20` as lines of `a.ts`, unless there is a file of that name. */
export function fileRange(params: JsonObject, file: string, exists: PathExists): FileRange | undefined {
  const value = Object.hasOwn(params, file) ? params[file] : undefined;
  if (typeof value !== "string" || value.length > longestPathChars || !value.includes(":")) return undefined;
  const bare = barePath(value);
  const colon = bare.lastIndexOf(":");
  const [path, lines] = [bare.slice(0, colon), bare.slice(colon + 1)];
  if (colon < 1 || !ending.test(lines) || path.includes("\n")) return undefined;
  const [range] = rangeFrom(file, lines);
  return range === undefined || exists(file, bare) ? undefined : { path, range };
}
