import type { ToolDefinition, ValidationError, Validator } from "../contract/definition.js";
import {
  type Digits,
  findUnsafeNumber,
  isLongInteger,
  isRounded,
  longIn,
  replaceRounded,
  swapLong,
  type TakenDigits,
  takeDigits,
} from "../contract/exact-json.late.js";
import { deepEqual, holdsMarks, isArray, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import type { Problem, Refusal } from "../contract/problem.js";
import type { PathExists, Repair, Repaired, RepairRules } from "../contract/repair.js";
import { parseTextJson } from "../contract/repair-json.late.js";
import { argumentsObject, bareKey, mayBeWrapped, wrapperKeys } from "./call-arguments.js";
import { countRepairs } from "./log/count-repairs.late.js";
import { pathExists } from "./paths/path-notation.late.js";
import { refuse } from "./refusal.late.js";
import { applyShapeRules, foreignKeys, type Reshaping } from "./repair/apply-shape-rules.js";
import { coerceInvalidValues } from "./repair/coerce-invalid-values.late.js";
import { explainProblems, suggestCall } from "./repair/explain-problems.late.js";
import { findMarkup } from "./repair/find-markup.late.js";
import { fixMisspelledKeys, normalizeKeyCase } from "./repair/fix-misspelled-keys.late.js";
import { dropClientKeys, mayHoldMarkup, repairPlan } from "./repair/repair-plan.js";
import { unwrap } from "./repair/unwrap.late.js";
import { readListsInTexts } from "./repair/wrap-elements.late.js";

/** A tool whose repairs can be counted: by its own name, or by that of its definition. */
export type CountableTool = RepairableTool & {
  readonly name?: string;
  readonly definition: { readonly name?: string; readonly timeoutMs?: number };
};

/** Where a call is repaired: `limit` bounds the time that it takes. */
export interface RepairContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limit?: <T>(timeoutMs: number, work: () => T) => T;
  /** How the paths of a call are resolved, if that is known. */
  readonly workspace?: string;
  readonly projectDir?: string;
}

/**
 * Repairs arguments, and counts the changes if the environment turns that on (docs/repair.md, "Statistics"). When off,
 * it costs the look-up of a variable. `keepsDigits`: the caller gets the digits of whole numbers that a double doesn't
 * hold. Otherwise they are refused.
 */
export function repairAndCount(tool: CountableTool, given: unknown, context: RepairContext, keepsDigits = false): Repaired {
  const { env, limit, workspace } = context;
  const { timeoutMs } = tool.definition;
  const inTime = <T>(work: () => T): T => (limit === undefined || timeoutMs === undefined ? work() : limit(timeoutMs, work));
  const repairs: Repair[] = [];
  const read = holdsLongText(given) ? inTime(() => readLongNumbers(tool, given, repairs)) : given;
  const taken = holdsMarks() ? takeDigits(read) : undefined;
  const input = taken === undefined ? given : taken.value;
  if (taken !== undefined && (taken.isAmbiguous || (!keepsDigits && digitsOf(taken).some(findUnsafeNumber))))
    return refuse(digitsOf(taken).map((digits) => ({ code: "long-number", digits })));
  const exists: PathExists | undefined =
    workspace === undefined
      ? undefined
      : (param, value) => {
          // Read only here, because `call` has to resolve it.
          const { projectDir } = context;
          return projectDir !== undefined && pathExists({ param, value }, { ...tool.definition, workspace, projectDir });
        };
  const rest = inTime(() => repairArguments(tool, input, exists));
  const repaired = taken !== undefined && rest.ok ? { ...rest, repairs: [...repairs, ...rest.repairs] } : rest;
  if (keepsDigits && !repaired.ok) {
    const other = inTime(() => swapped(tool, read, repaired));
    if (other !== undefined) return other;
  }
  if (taken !== undefined && keepsDigits && repaired.ok) return inTime(() => withKept(tool, repaired, taken));
  // A correct call has nothing to count, and even reading the environment would double its cost.
  const isCorrect = repaired.ok && repaired.repairs.length === 0;
  if (!isCorrect && env.TOOLGEN_REPAIRS)
    countRepairs({ tool: tool.name ?? tool.definition.name, definition: tool.definition, repaired }, env);
  return repaired;
}

/** Returns true if a call keeps the digits of long numbers. A handler in JavaScript, and a plan, get doubles. */
export const keepsDigits = ({ command, mcp, plan }: Pick<ToolDefinition, "command" | "mcp" | "plan">) =>
  mcp !== undefined || (command?.handler === undefined && plan === undefined);

const digitsOf = ({ digits }: { readonly digits: Digits }) => [...digits.values()];

/**
 * Repairs arguments whose long numbers were refused: one that isn't accepted may stand for its digits as a text, and
 * the other way round. A text that isn't accepted may be JSON with such numbers.
 */
function swapped(tool: RepairableTool, given: unknown, { problems }: Refusal): Repaired | undefined {
  const wrong = problems.map((problem) => (problem.code === "not-accepted" ? problem.given : undefined)).filter(isLong);
  const refused = new Set(wrong);
  // One that is accepted elsewhere stays what it is there.
  if (wrong.length === 0 || countLong(given, refused) !== wrong.length) return undefined;
  const value = swapLong(given as JsonValue, refused, readParts);
  const taken = takeDigits(value);
  if (taken?.isAmbiguous) return undefined;
  const repaired = repairArguments(tool, taken?.value ?? value);
  if (!repaired.ok) return undefined;
  const ruleOf = (one: JsonValue | undefined) => (typeof one !== "string" ? "text" : isLongInteger(one) ? "number" : "json-text");
  const repairs = [...refused].map((one): Repair => ({ rule: ruleOf(one), from: "" }));
  const all = { ...repaired, repairs: [...repaired.repairs, ...repairs] };
  return taken === undefined ? all : withKept(tool, all, taken);
}

/** Returns true if the arguments are, or are wrapped in, a text with long numbers. */
function holdsLongText(given: unknown, room = 5): boolean {
  if (typeof given === "string") return /\d[\d.]{15}/.test(given);
  if (room === 0 || typeof given !== "object" || given === null) return false;
  if (isArray(given)) return given.length === 1 && holdsLongText(given[0], room - 1);
  return mayBeWrapped(given) && [bareKey, ...wrapperKeys].some((key) => holdsLongText((given as JsonObject)[key], room - 1));
}

/** Reads arguments that came as a JSON text with long numbers; others are returned unchanged. */
function readLongNumbers({ definition, validate }: RepairableTool, given: unknown, repairs: Repair[]): unknown {
  const names = { ...callNames(definition), mayBeCut: onlyReads(definition.kind), keepsDigits: true };
  const noted: Repair[] = [];
  const value = unwrap(given, { ...names, validate, repairs: noted });
  if (!isJsonObject(value) || value === given) return given;
  repairs.push(...noted);
  return value;
}

/** Reads a list or an object in a text, with long numbers. */
const readParts = (text: string): JsonValue | undefined => parseTextJson(text, { mayBeCut: false, keepsDigits: true })?.value;

/**
 * Adds the digits to arguments that are valid with doubles, or refuses them: if the digits could decide otherwise, or
 * if a double comes from something else, such as a default.
 */
function withKept({ definition, validate }: RepairableTool, repaired: Repaired & { readonly ok: true }, taken: TakenDigits): Repaired {
  const { digits } = taken;
  if (digits.size === 0) return repaired;
  const { params } = repaired;
  // A limit that is right for the next doubles on both sides is right for what is between them. Any double of this size
  // is a multiple of small powers of two, which only a small number shows.
  const near = (factor: number) => validate(replaceRounded(params, digits, (number) => number * factor));
  const isClear =
    longIn(params, digits).length <= longIn(taken.value, digits).length &&
    !longIn(definition as unknown as JsonValue, digits).some(isRounded) &&
    near(1 - Number.EPSILON) &&
    near(1 + Number.EPSILON) &&
    (validate(replaceRounded(params, digits, () => 1)) || !validate.errors?.some(({ keyword }) => keyword === "multipleOf"));
  return isClear ? { ...repaired, digits } : refuse(digitsOf(taken).map((one) => ({ code: "long-number", digits: one })));
}

function countLong(value: unknown, among: ReadonlySet<JsonValue | undefined>): number {
  const plain = takeDigits(value)?.value ?? value;
  if (typeof plain !== "object" || plain === null) return among.has(plain as JsonValue) ? 1 : 0;
  return Object.values(plain).reduce<number>((sum, member) => sum + countLong(member, among), 0);
}

const isLong = (value: JsonValue | undefined): boolean =>
  typeof value === "string"
    ? isLongInteger(value) || (/\d[\d.]{15}/.test(value) && readParts(value) !== undefined)
    : Number.isInteger(value) && !Number.isSafeInteger(value);

/** The parts of a tool that repair needs. */
export interface RepairableTool {
  readonly definition: RepairRules;
  readonly validate: Validator;
}

/**
 * Converts what a model sent to what the tool declares, without guessing (docs/repair.md). Never mutates the input. A
 * correct call costs a copy and one validation, because values are coerced only after validation has refused them.
 * `exists` is called for paths that end in a range of lines.
 */
export function repairArguments({ definition, validate }: RepairableTool, input: unknown, exists?: PathExists): Repaired {
  const repairs: Repair[] = [];
  const reshaping: Reshaping = { definition, validate, repairs, mayBeCut: onlyReads(definition.kind), exists };
  const bare = mayBeWrapped(input) ? unwrap(input, { ...reshaping, ...callNames(definition) }) : input;
  const copied = argumentsObject(bare, definition.params);
  if (!copied.ok) return copied;
  const swallowed = mayHoldMarkup(copied.params) ? findMarkup(copied.params, definition) : [];
  if (swallowed.length > 0) return refuse(swallowed);
  const canonical = inRounds(dropClientKeys(copied.params, definition.params, repairs), reshaping);
  if (!canonical.ok) return canonical;
  const exclusive = definition.mutuallyExclusive.length === 0 ? [] : exclusiveProblems(definition, canonical.params);
  return exclusive.length > 0 ? refuse(exclusive) : { ok: true, params: canonical.params, repairs };
}

/**
 * A coerced value can be subject to rules of the spec: a list that was parsed from a text has keys of its own. A few
 * rounds are enough.
 */
function inRounds(given: JsonObject, reshaping: Reshaping): { readonly ok: true; readonly params: JsonObject } | Refusal {
  const { definition, validate, repairs } = reshaping;
  const originals = new Map<string, JsonValue>();
  // Runs once: after a rename frees a name, another spelling must not claim it.
  const spelt = isSpeltOtherwise(given, definition) ? normalizeKeyCase(given, definition, repairs) : undefined;
  if (spelt !== undefined && spelt.problems.length > 0) return refuse(spelt.problems);
  let params = spelt?.params ?? given;
  for (let round = 0; ; round++) {
    const reshaped = applyShapeRules(params, reshaping);
    if (reshaped.problems.length > 0) return refuse(reshaped.problems);
    params = reshaped.params;
    if (validate(params)) return { ok: true, params: mayHoldList(params) ? readListsInTexts(params, reshaping) : params };
    const before = repairs.length;
    const errors = repairRefused(params, reshaping, originals);
    if (repairs.length > before && round < rounds) continue;
    if (errors.length === 0) return { ok: true, params };
    const problems = explainProblems({ definition, params, errors, originals });
    const corrected = suggestCall({ definition, params, errors }, validate);
    return refuse(corrected === undefined ? problems : [...problems, corrected]);
  }
}

const rounds = 4;

const mayHoldList = (params: JsonObject) => Object.values(params).some((value) => typeof value === "string" && /^\s*\[/.test(value));

/** Returns true if there is a key that is neither a parameter nor another name exactly as the spec declares it. */
function isSpeltOtherwise(params: JsonObject, definition: RepairRules): boolean {
  const foreign = foreignKeys(params, definition);
  // Most calls have declared names alone, and need no plan.
  const plan = foreign.length === 0 ? undefined : repairPlan(definition);
  return plan !== undefined && foreign.some((key) => !plan.names.has(key));
}

/**
 * Repairs arguments that validation has refused, in place (they are a copy): names first, then values. Returns the
 * remaining problems.
 */
function repairRefused(params: JsonObject, reshaping: Reshaping, originals: Map<string, JsonValue>): readonly ValidationError[] {
  const { definition, validate, repairs, mayBeCut } = reshaping;
  if (validate.errors?.some(isAboutKeys)) {
    fixMisspelledKeys(params, validate.errors, { definition, validate, repairs });
    if (validate(params)) return [];
  }
  const targets = (kind: "none" | "json" | "lines" | "path") =>
    (definition.coerce ?? []).flatMap((rule) => (rule.kind === kind ? [rule.target] : []));
  const coerced = coerceInvalidValues(params, {
    validate,
    uncoerced: targets("none"),
    json: targets("json"),
    lines: targets("lines"),
    paths: [...targets("path"), ...(definition.paths ?? []).map(({ target }) => target)],
    mayBeCut,
    repairs,
  });
  for (const [pointer, original] of coerced.originals) originals.set(pointer, original);
  return coerced.errors;
}

const isAboutKeys = ({ keyword }: ValidationError) =>
  ["required", "additionalProperties", "unevaluatedProperties", "propertyNames"].includes(keyword);

/** Truncated JSON may be completed for a call that changes nothing. */
const onlyReads = (kind: RepairRules["kind"]) => kind === "read" || kind === "search";

/** Returns the names by which a call can be recognised inside of what a model sent. */
function callNames(definition: RepairRules) {
  const { name, params, kind, code, paths = [], coerce = [] } = definition;
  const targets = [...paths, ...coerce.filter((rule) => rule.kind === "path")].flatMap((rule) => ("target" in rule ? [rule.target] : []));
  const pathNames = targets.flatMap(([first, ...deeper]) => (first === undefined || deeper.length > 0 ? [] : [first]));
  return {
    name,
    params,
    paths: pathNames,
    otherNames: [...(repairPlan(definition)?.names ?? [])],
    runsCode: kind === "execute" || code !== undefined,
  };
}

/**
 * Returns a model's arguments with others that it left out, in the form in which a model sends them; `undefined` if its
 * arguments aren't an object.
 */
export function addArguments({ definition, validate }: RepairableTool, input: unknown, added: JsonObject): JsonObject | undefined {
  const repairs: Repair[] = [];
  const bare = mayBeWrapped(input) ? unwrap(input, { repairs, validate, mayBeCut: false, ...callNames(definition) }) : input;
  return isJsonObject(bare) ? { ...bare, ...added } : undefined;
}

/**
 * Returns the conflicts between parameters that exclude each other. `false` and a value equal to its default count as
 * not given.
 */
function exclusiveProblems(definition: Pick<ToolDefinition, "mutuallyExclusive" | "defaults">, params: JsonObject): readonly Problem[] {
  return definition.mutuallyExclusive.flatMap((names) => {
    const given = names.filter((name) => countsAsGiven(name, params, definition.defaults));
    if (given.length < 2) return [];
    return [{ code: "exclusive", given: given.map((name) => ({ path: [name], value: params[name] ?? null })), names }];
  });
}

function countsAsGiven(name: string, params: JsonObject, defaults: JsonObject): boolean {
  if (!Object.hasOwn(params, name)) return false;
  const value = params[name];
  if (value === undefined || value === null || value === false) return false;
  return !(Object.hasOwn(defaults, name) && deepEqual(value, defaults[name]));
}
