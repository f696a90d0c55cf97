import {
  formatPath,
  isArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Selector,
  type Steps,
  selectorText,
} from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { Repair, RepairRule, RepairRules } from "../../contract/repair.js";
import type { AliasRule, CleanRule, IgnoreIf, RangeRule, WrapRule } from "../../contract/repair-rules.js";

/** A tool's repair rules, by stage. */
export interface RepairPlan {
  /** Every other name at the top, as declared. */
  readonly names: ReadonlySet<string>;
  readonly top: readonly AliasRule[];
  readonly nested: readonly AliasRule[];
  readonly lifted: readonly AliasRule[];
  readonly wraps: readonly { readonly rule: WrapRule; readonly blocks: readonly string[] }[];
  /** `alone`: names that are only for ranges. */
  readonly ranges: readonly { readonly rule: RangeRule; readonly alone: readonly string[] }[];
  readonly cleaners: readonly CleanRule[];
  readonly conditions: readonly IgnoreIf[];
  /** The parameters that are paths, such as `edits[].path`. */
  readonly paths: ReadonlySet<string>;
  /** The names below the top that a rule is about, by the path of their object. */
  readonly levels: readonly Level[];
}

interface Level {
  readonly holder: Selector;
  readonly names: ReadonlySet<string>;
}

/** A cache: definitions are frozen data of generated files, so a plan has no field of theirs to be kept in. */
const plans = new WeakMap<RepairRules, RepairPlan>();

/** Returns the plan of a tool, which is made once; `undefined` if its spec declares no repair rules. */
export function repairPlan(rules: RepairRules): RepairPlan | undefined {
  if (
    rules.aliases.length === 0 &&
    rules.ignore.length === 0 &&
    rules.wrap === undefined &&
    rules.coerce === undefined &&
    rules.ignoreIf === undefined
  )
    return undefined;
  const cached = plans.get(rules);
  if (cached !== undefined) return cached;
  const plan = makePlan(rules);
  plans.set(rules, plan);
  return plan;
}

/**
 * Loops instead of `map` and `filter`: a process that makes one call compiles each function that it calls, which takes
 * longer than running it.
 */
function makePlan({ params, aliases, wrap = [], coerce = [], ignore, ignoreIf = [], paths = [] }: RepairRules): RepairPlan {
  const top: AliasRule[] = [];
  const nested: AliasRule[] = [];
  const lifted: AliasRule[] = [];
  const names = new Set<string>();
  const taken = new Set(params);
  const deep: Selector[] = [];
  for (const rule of aliases) {
    const isTop = rule.target.length === 1;
    if (isTop) for (const name of rule.names) taken.add(name);
    (isTop ? top : nested).push(rule);
    if (isTop && rule.nested !== undefined) {
      lifted.push(rule);
      deep.push(...rule.nested);
    }
    if (isTop || wrap.some(({ target }) => target === rule.target[0])) for (const name of rule.names) names.add(name);
    if (!isTop) for (const name of rule.names) deep.push([...rule.target.slice(0, -1), name]);
  }
  const ranges = coerce.flatMap((rule) => (rule.kind === "range" ? [{ rule, alone: rule.range.filter((name) => !taken.has(name)) }] : []));
  const wraps = wrap.map((rule) => {
    return { rule, blocks: coerce.flatMap((one) => (one.kind === "searchReplace" && one.target === rule.target ? one.names : [])) };
  });
  for (const { rule, blocks } of wraps) for (const name of [...rule.keys, ...blocks]) names.add(name);
  for (const { rule } of ranges) for (const name of [...rule.range, ...rule.end]) names.add(name);
  for (const target of ignore) addIgnored(target, names, deep);
  for (const { target } of ignoreIf) addIgnored(target, names, deep);
  const cleaners = coerce.filter((rule): rule is CleanRule => rule.kind === "lines" || rule.kind === "path");
  return {
    levels: deep.length === 0 ? [] : levelsOf(deep),
    names,
    top,
    nested,
    lifted,
    wraps,
    ranges,
    cleaners,
    conditions: ignoreIf,
    paths: new Set([...paths, ...cleaners.filter(({ kind }) => kind === "path")].map(({ target }) => selectorText(target))),
  };
}

function addIgnored(target: Selector, names: Set<string>, deep: Selector[]): void {
  const [name = ""] = target;
  if (target.length > 1) deep.push(target);
  else names.add(name);
}

function levelsOf(selectors: readonly Selector[]): readonly Level[] {
  const levels = new Map<string, { readonly holder: Selector; readonly names: Set<string> }>();
  for (const selector of selectors) {
    const holder = selector.slice(0, -1);
    const key = holder.join("\0");
    const level = levels.get(key) ?? { holder, names: new Set() };
    level.names.add(selector.at(-1) ?? "");
    levels.set(key, level);
  }
  return [...levels.values()];
}

/**
 * Returns true if an object below the top has a key that a rule is about. It only reads keys and allocates nothing,
 * because every correct call comes through here.
 */
export function isDeepTouched(params: JsonObject, { levels }: RepairPlan): boolean {
  return levels.some((level) => isTouched(params, level, 0));
}

function isTouched(value: JsonValue | undefined, level: Level, depth: number): boolean {
  const step = level.holder[depth];
  if (step === "[]") return isArray(value) && value.some((element) => isTouched(element, level, depth + 1));
  if (!isJsonObject(value)) return false;
  if (step !== undefined) return Object.hasOwn(value, step) && isTouched(value[step], level, depth + 1);
  for (const key in value) if (level.names.has(key)) return true;
  return false;
}

/** The rules about keys of the object at a path. */
export function aliasRulesAt(at: Steps, aliases: readonly AliasRule[]): readonly AliasRule[] {
  return aliases.filter(
    ({ target }) => target.length === at.length + 1 && at.every((step, i) => target[i] === (typeof step === "number" ? "[]" : step)),
  );
}

/** Longer than any real path. */
const longestPathChars = 4096;

/** The first or last characters of every path with text around it. */
const sign = /^(?:[\s`"'<[]|file:)|\s$/;

/** Returns true if there may be text around a path. */
export const mayHaveMore = (text: string): boolean => text.length <= longestPathChars && sign.test(text);

/** Returns true if a text in a value may hold markup of a call: most texts have none, and this reads them once. */
export function mayHoldMarkup(value: JsonValue): boolean {
  if (typeof value === "string") return value.includes("<") && /<\/\w|<\||<(?:\w+:)?parameter|<arg_key/.test(value);
  if (typeof value !== "object" || value === null) return false;
  if (isArray(value)) return value.some(mayHoldMarkup);
  for (const key in value) if (mayHoldMarkup((value as JsonObject)[key] as JsonValue)) return true;
  return false;
}

/** Arguments and the problems with them. */
export interface ChangedArguments {
  readonly params: JsonObject;
  readonly problems: readonly Problem[];
}

/** Adds a repair to those of a call. */
export function noteRepair(repairs: Repair[], rule: RepairRule, from: Steps, to?: Steps): void {
  repairs.push({ rule, from: formatPath(from), ...(to === undefined ? {} : { to: formatPath(to) }) });
}

/** Keys that Gemini CLI adds to every schema for its own use, and sends back. */
const clientKeys = ["wait_for_previous"];

/** Returns the keys that the client added for itself. */
export const clientKeysIn = (params: JsonObject, declared: readonly string[]): readonly string[] =>
  clientKeys.filter((key) => Object.hasOwn(params, key) && !declared.includes(key));

/** Drops what the client added for itself, unless the tool declares a parameter of that name. */
export function dropClientKeys(params: JsonObject, declared: readonly string[], repairs: Repair[] = []): JsonObject {
  const added = clientKeysIn(params, declared);
  if (added.length === 0) return params;
  for (const key of added) noteRepair(repairs, "host-key", [key]);
  return Object.fromEntries(Object.entries(params).filter(([key]) => !added.includes(key)));
}
