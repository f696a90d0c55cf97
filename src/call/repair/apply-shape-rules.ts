import type { Validator } from "../../contract/definition.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue, mapAt, type Selector, selectorText } from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { PathExists, Repair, RepairRules } from "../../contract/repair.js";
import type { CleanRule, RangeRule, WrapRule } from "../../contract/repair-rules.js";
import { barePath } from "./bare-path.late.js";
import { applyRange, type FileRange, fileRange, takeRanges } from "./line-range.late.js";
import { dropIgnored, dropIgnoredValues, renameAliases } from "./rename-aliases.late.js";
import { type ChangedArguments, isDeepTouched, mayHaveMore, noteRepair, type RepairPlan, repairPlan } from "./repair-plan.js";
import { hoistNestedValues } from "./unwrap.late.js";
import { isAccepted, wrapElements } from "./wrap-elements.late.js";

/** A call under repair: the rules that apply, and the changes so far. */
export interface Reshaping {
  readonly definition: RepairRules;
  readonly validate: Validator;
  readonly repairs: Repair[];
  /** True if truncated JSON may be completed. */
  readonly mayBeCut: boolean;
  /** Returns true if a path exists. Without it, files aren't looked up. */
  readonly exists?: PathExists | undefined;
}

/**
 * Applies the spec's rules about other names and shapes, before validation: ranges, aliases, `wrap`, values that are
 * nested too deep, `coerce`, `ignore`. If all keys are declared names, this costs little more than checking that.
 */
export function applyShapeRules(params: JsonObject, reshaping: Reshaping): ChangedArguments {
  const { definition } = reshaping;
  const foreign = foreignKeys(params, definition);
  const plan = foreign.length === 0 && hasOnlyTopNames(definition) ? undefined : repairPlan(definition);
  return plan === undefined ? { params, problems: [] } : applyPlan(params, reshaping, { plan, foreign });
}

interface Applied {
  readonly plan: RepairPlan;
  /** The keys that aren't parameters. */
  readonly foreign: readonly string[];
}

function applyPlan(params: JsonObject, reshaping: Reshaping, { plan, foreign }: Applied): ChangedArguments {
  const { definition, validate, repairs, mayBeCut, exists } = reshaping;
  const accepts = (candidate: Parameters<typeof isAccepted>[0]) => isAccepted(candidate, validate);
  const problems: Problem[] = [];
  const then = (needed: boolean, step: (params: JsonObject) => ChangedArguments): void => {
    if (!needed || problems.length > 0) return;
    const changed = step(now);
    now = changed.params;
    problems.push(...changed.problems);
  };

  let now = params;
  // A name of a range can also be a name of its count, so ranges are read before names are changed.
  const ranged = plan.ranges.filter((one) => mayHaveRange(now, one)).map(({ rule }) => rule);
  const taken = ranged.length === 0 ? undefined : takeRanges(now, ranged);
  now = taken?.params ?? now;
  then(foreign.length > 0 && plan.top.length > 0, (given) => renameAliases(given, plan.top, { accepts, repairs, paths: plan.paths }));
  for (const { rule, blocks } of plan.wraps) {
    then(foreign.length > 0 || !hasElements(now, rule), (given) =>
      wrapElements(given, { rule, aliases: definition.aliases, params: definition.params, blocks, mayBeCut, repairs, accepts }),
    );
  }
  const deep = plan.levels.length > 0 && isDeepTouched(now, plan);
  then(deep && plan.nested.length > 0, (given) => renameAliases(given, plan.nested, { accepts, repairs, paths: plan.paths }));
  for (const rule of plan.lifted)
    then(deep, (given) => hoistNestedValues(given, rule, { repairs, isPath: plan.paths.has(selectorText(rule.target)) }));
  for (const { rule } of plan.ranges) {
    const { file } = rule;
    const found = file === undefined || exists === undefined || !mayEndInRange(now[file]) ? undefined : fileRange(now, file, exists);
    if (found === undefined && !ranged.includes(rule)) continue;
    const ranges = [...(taken?.ranges.get(rule.start) ?? []), ...(found === undefined ? [] : [found.range])];
    then(true, (given) => applyRange(withPath(given, rule, found), { rule, ranges, declared: definition.params, repairs }));
  }
  const droppable = foreign.length > 0 || deep;
  then(droppable && plan.conditions.length > 0, (given) => dropIgnoredValues(given, plan.conditions, repairs));
  then(plan.cleaners.length > 0, (given) => ({ params: cleanValues(given, plan.cleaners, repairs), problems: [] }));
  then(droppable && definition.ignore.length > 0, (given) => ({ params: dropIgnored(given, definition.ignore, repairs), problems: [] }));
  return { params: now, problems };
}

/** The keys that aren't parameters under their own names. */
export function foreignKeys(params: JsonObject, { params: declared }: RepairRules): readonly string[] {
  return Object.keys(params).filter((key) => !declared.includes(key));
}

/**
 * Returns true if the rules are only about other names of the parameters, so that arguments without these need no rule.
 */
function hasOnlyTopNames({ aliases, ignore, wrap, coerce, ignoreIf = [] }: RepairRules): boolean {
  if (wrap !== undefined || coerce !== undefined) return false;
  for (const { target, nested } of aliases) if (target.length > 1 || nested !== undefined) return false;
  for (const target of ignore) if (target.length > 1) return false;
  for (const { target } of ignoreIf) if (target.length > 1) return false;
  return true;
}

/**
 * Returns true if a path may end in a range of lines. This decides most paths without loading the code that parses
 * ranges.
 */
const mayEndInRange = (path: JsonValue | undefined) => typeof path === "string" && path.includes(":") && /\d\W*$/.test(path);

const withPath = (params: JsonObject, { file }: RangeRule, found: FileRange | undefined): JsonObject =>
  file === undefined || found === undefined ? params : { ...params, [file]: found.path };

/**
 * Returns true if there may be a range: its end, a value under a name that is for ranges alone, or a value that isn't a
 * number under another name.
 */
function mayHaveRange(params: JsonObject, { rule: { range, end }, alone }: RepairPlan["ranges"][number]): boolean {
  const has = (name: string) => Object.hasOwn(params, name);
  return end.some(has) || alone.some(has) || range.some((name) => has(name) && typeof params[name] !== "number");
}

/** Returns true if the array holds only objects, or is absent: then no elements must be made. */
function hasElements(params: JsonObject, { target }: WrapRule): boolean {
  const value = Object.hasOwn(params, target) ? params[target] : undefined;
  return value === undefined || (isArray(value) && value.every(isJsonObject));
}

/** Converts values whose other shapes the spec describes: lines to a text, a path in Markdown to the path. */
function cleanValues(params: JsonObject, rules: readonly CleanRule[], repairs: Repair[]): JsonObject {
  return rules.reduce<JsonObject>((current, { kind, target }) => {
    // Most values need no change, which is detected without allocating anything.
    if (!isThere(current, target, kind === "lines" ? isArray : hasSign)) return current;
    const changed = mapAt(current, target, (value, at) => {
      const cleaned = kind === "lines" ? oneText(value) : kind === "path" ? pathFrom(value) : undefined;
      if (cleaned === undefined || cleaned === value) return value;
      noteRepair(repairs, kind === "lines" ? "lines" : "path", at, at);
      return cleaned;
    });
    return isJsonObject(changed) ? changed : current;
  }, params);
}

const pathFrom = (value: JsonValue) => (typeof value === "string" ? barePath(value) : undefined);

/**
 * Joins a list of lines: with their own line ends if all but the last have one, otherwise with one between each two.
 * Returns `undefined` if they differ in this.
 */
function oneText(value: JsonValue): string | undefined {
  if (!isArray(value) || value.length === 0 || !value.every((line) => typeof line === "string")) return undefined;
  const ended = value.slice(0, -1).filter((line) => line.endsWith("\n")).length;
  if (ended === value.length - 1) return value.join("");
  return ended === 0 ? value.join("\n") : undefined;
}

const hasSign = (value: JsonValue) => typeof value === "string" && mayHaveMore(value);

/** Returns true if a selector reaches a value of this kind. */
function isThere(value: JsonValue | undefined, selector: Selector, test: (value: JsonValue) => boolean, depth = 0): boolean {
  const step = selector[depth];
  if (value === undefined) return false;
  if (step === undefined) return test(value);
  if (step === "[]") return isArray(value) && value.some((element) => isThere(element, selector, test, depth + 1));
  return isJsonObject(value) && Object.hasOwn(value, step) && isThere(value[step], selector, test, depth + 1);
}
