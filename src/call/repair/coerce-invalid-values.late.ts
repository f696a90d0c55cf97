import type { ValidationError, Validator } from "../../contract/definition.js";
import { isJson } from "../../contract/json-text.js";
import {
  booleanFromText,
  isAmong,
  isArray,
  isJsonObject,
  isNullWord,
  type JsonObject,
  type JsonValue,
  numberFromText,
  parsePointer,
  type Selector,
  type Steps,
  valueAt,
} from "../../contract/json-value.js";
import { plain } from "../../contract/names.js";
import type { Repair, RepairRule } from "../../contract/repair.js";
import { parseTextJson } from "../../contract/repair-json.late.js";
import { coerceToText, type Refusals, refusalsIn, textOfBlock } from "./coerce-to-text.js";
import { noteRepair } from "./repair-plan.js";

/** The remaining problems after coercion, and the original values by JSON Pointer. */
export interface Coerced {
  readonly errors: readonly ValidationError[];
  readonly originals: ReadonlyMap<string, JsonValue>;
}

/** The data that coercion needs. */
export interface Coercion {
  readonly validate: Validator;
  /** Paths whose values are never coerced (`coerce: none`). */
  readonly uncoerced: readonly Selector[];
  /** Paths of texts for which an object or a list is printed as JSON (`coerce: json`). */
  readonly json: readonly Selector[];
  /**
   * The paths among these whose lists of texts are lines (`coerce: lines`): a list that couldn't be joined isn't
   * printed as JSON either.
   */
  readonly lines: readonly Selector[];
  /** Parameters that are paths. */
  readonly paths: readonly Selector[];
  readonly mayBeCut: boolean;
  readonly repairs: Repair[];
}

interface Change {
  readonly original: JsonValue;
  readonly rule: RepairRule;
  readonly round: number;
  readonly isUndone: boolean;
}

/** A coerced value can uncover another problem (a default, a branch of a union), so there are a few rounds. */
const rounds = 4;

/**
 * Coerces `params`, which is a copy, in place, after `validate` has refused it. Only refused values are changed, and
 * only if they have one meaning. `null` or an empty text is removed if the property doesn't allow it. A text that
 * spells a number, a boolean, `null`, a list or an object becomes that value, and a word in another case the accepted
 * one. The only element of a list replaces the list, and a single value that can't be several becomes a list of one. A
 * change is undone if its type is refused in turn, and a list of one if its element is refused.
 */
export function coerceInvalidValues(params: JsonObject, coercion: Coercion): Coerced {
  const { validate, repairs } = coercion;
  const changes = new Map<string, Change>();
  for (let round = 0; round < rounds; round++) {
    const errors = validate.errors ?? [];
    const refusals = refusalsIn(errors);
    const coerceAll = (toText: boolean) =>
      errors.filter((error) => coerceInvalidValue({ params, changes, error, refusals, round, coercion, asText: toText }));
    const others = coerceAll(false);
    // A number becomes a text only if nothing else is wrong: the number may be valid in the union branch that the other
    // changes lead to.
    const coerced = others.length > 0 ? others : coerceAll(true);
    if (coerced.length === 0 || validate(params)) break;
  }
  if (undoLists(params, changes, validate.errors ?? [])) validate(params);
  const standing = [...changes].filter(([, change]) => !change.isUndone);
  for (const [pointer, { rule }] of standing) {
    const at = parsePointer(pointer, params);
    noteRepair(repairs, rule, at, rule === "absent" ? undefined : at);
  }
  return { errors: validate.errors ?? [], originals: new Map(standing.map(([pointer, change]) => [pointer, change.original])) };
}

interface InvalidValue {
  readonly params: JsonObject;
  readonly changes: Map<string, Change>;
  readonly error: ValidationError;
  readonly refusals: Refusals;
  readonly round: number;
  readonly coercion: Coercion;
  /** True if values become texts; otherwise they become any other type. */
  readonly asText: boolean;
}

function coerceInvalidValue({ params, changes, error, refusals, round, coercion, asText }: InvalidValue): boolean {
  const pointer = error.instancePath;
  const steps = parsePointer(pointer, params);
  const value = valueAt(params, steps);
  const earlier = changes.get(pointer);
  if (earlier !== undefined) {
    if (earlier.isUndone || earlier.round === round || !isWrongKind(error, earlier.rule) || value === undefined) return false;
    setAt(params, steps, earlier.original);
    changes.set(pointer, { ...earlier, isUndone: true });
    return true;
  }
  if (value === undefined || isAmong(steps, coercion.uncoerced)) return false;
  // A list that becomes JSON isn't replaced by its only element.
  if (!asText && isArray(value) && isAmong(steps, coercion.json)) return false;
  // A value that isn't a text was no element of a list of texts.
  if (asText && typeof steps.at(-1) === "number" && isListOfOne(changes, pointer)) return false;
  const replacement = asText
    ? coerceToText(value, { steps, coercion, refusals: () => refusals(pointer) })
    : valueOfExpectedType(value, { error, mayBeCut: coercion.mayBeCut, isElement: typeof steps.at(-1) === "number" });
  const isNothing = value === null || (value === "" && replacement === undefined);
  if (isNothing ? !refusesNothing(error, steps, value) : replacement === undefined) return false;
  setAt(params, steps, replacement);
  changes.set(pointer, { original: value, rule: ruleOf(value, replacement), round, isUndone: false });
  return true;
}

/** Returns true if a value stands in a list that was made of it. */
function isListOfOne(changes: InvalidValue["changes"], pointer: string): boolean {
  const list = changes.get(pointer.slice(0, pointer.lastIndexOf("/")));
  return list !== undefined && !list.isUndone && list.rule === "list-of-one";
}

/**
 * Returns true if a changed value is refused for its type. A number that became a text can be one of some numbers in
 * another branch of a union.
 */
function isWrongKind({ keyword }: ValidationError, rule: RepairRule): boolean {
  return keyword === "type" || (rule === "text" && (keyword === "enum" || keyword === "const"));
}

/** The conversions that change one value to another. */
function ruleOf(original: JsonValue, value: JsonValue | undefined): RepairRule {
  if (value === undefined) return "absent";
  if (value === null) return original === "null" ? "json-text" : "mended-json";
  if (typeof value === "number" || typeof value === "boolean") {
    return isArray(original) ? "only-element" : typeof value === "number" ? "number" : "boolean";
  }
  if (typeof value === "string") {
    if (typeof original !== "object") return typeof original === "string" ? "case" : "text";
    return isArray(original) && (original[0] === value || textOfBlock(original[0]) === value) ? "only-element" : "pretty-json";
  }
  if (isArray(original)) return "only-element";
  if (typeof original !== "string" || (isArray(value) && value.length === 1 && value[0] === original)) return "list-of-one";
  return isJson(original) ? "json-text" : "mended-json";
}

interface ExpectedValue {
  readonly error: ValidationError;
  readonly mayBeCut: boolean;
  /**
   * True for an element of a list. It isn't a list that lost its brackets, because the other elements may be like it.
   */
  readonly isElement: boolean;
}

/** Returns the value of the expected type that a value stands for; `undefined` if there is none. */
function valueOfExpectedType(value: JsonValue, { error, mayBeCut, isElement }: ExpectedValue): JsonValue | undefined {
  if (value === null || error.propertyName !== undefined) return undefined;
  const inList = isElement ? undefined : listOfOne(value, error);
  const spelt = typeof value === "string" ? valueFromText(value, error, mayBeCut) : undefined;
  if (typeof value === "string") return spelt === undefined ? inList : spelt;
  const expectedTypes = error.keyword === "type" ? [error.params.type].flat() : [];
  if (!isArray(value)) return inList;
  const [element, ...others] = value;
  if (element === undefined || others.length > 0 || expectedTypes.length === 0 || expectedTypes.includes("array")) return undefined;
  const isExpected = isJsonObject(element)
    ? expectedTypes.includes("object")
    : typeof element !== "object" && !expectedTypes.includes("object");
  return isExpected ? element : undefined;
}

function listOfOne(value: JsonValue, { keyword, params }: ValidationError): JsonValue | undefined {
  if (keyword !== "type" || params.type !== "array") return undefined;
  return typeof value !== "string" || isSingleElement(value) ? [value] : undefined;
}

/** A single value wasn't an element of the expected list, so the problem is reported for the original value. */
function undoLists(params: JsonObject, changes: Map<string, Change>, errors: readonly ValidationError[]): boolean {
  let hasUndone = false;
  for (const [pointer, change] of changes) {
    if (change.isUndone || isArray(change.original) || !isArray(valueAt(params, parsePointer(pointer, params)))) continue;
    if (typeof change.original === "string" && valueAt(params, [...parsePointer(pointer, params), 0]) !== change.original) continue;
    if (!errors.some(({ instancePath }) => instancePath.startsWith(`${pointer}/0`))) continue;
    setAt(params, parsePointer(pointer, params), change.original);
    changes.set(pointer, { ...change, isUndone: true });
    hasUndone = true;
  }
  return hasUndone;
}

/** A property alone can be absent; an element of an array can't. A text can also be refused for its form. */
function refusesNothing({ keyword, propertyName }: ValidationError, steps: Steps, value: JsonValue): boolean {
  if (typeof steps.at(-1) !== "string" || propertyName !== undefined) return false;
  return ["type", "enum", "const"].includes(keyword) || (value === "" && ["pattern", "minLength", "format"].includes(keyword));
}

/** Returns the value or the accepted word that a text spells, if the failed keyword expects one. */
function valueFromText(text: string, { keyword, params }: ValidationError, mayBeCut: boolean): JsonValue | undefined {
  if (keyword === "enum" || keyword === "const") {
    const allowed: readonly unknown[] =
      keyword === "const" ? [params.allowedValue] : isArray(params.allowedValues) ? params.allowedValues : [];
    if (allowed.includes(null) && isNullWord(text)) return null;
    const spelt = allowed.find((option) => ["number", "boolean"].includes(typeof option) && String(option) === text);
    const cases = allowed.filter((option) => typeof option === "string" && option.toLowerCase() === text.trim().toLowerCase());
    return (spelt ?? (cases.length === 1 ? cases[0] : undefined)) as JsonValue | undefined;
  }
  if (keyword !== "type") return undefined;
  const expectedTypes = [params.type].flat();
  if (expectedTypes.includes("null") && isNullWord(text)) return null;
  if (expectedTypes.includes("boolean") && booleanFromText(text) !== undefined) return booleanFromText(text);
  if (expectedTypes.includes("number") || expectedTypes.includes("integer")) {
    const number = numberFromText(text.trim(), !expectedTypes.includes("number"));
    if (number !== undefined) return number;
  }
  return expectedTypes.includes("array") || expectedTypes.includes("object") ? parseTextJson(text, { mayBeCut })?.value : undefined;
}

function setAt(params: JsonObject, steps: Steps, value: JsonValue | undefined): void {
  const holder = valueAt(params, steps.slice(0, -1));
  const step = steps.at(-1);
  if (typeof step === "number" && isArray(holder)) (holder as JsonValue[])[step] = value ?? null;
  if (typeof step !== "string" || !isJsonObject(holder)) return;
  const object = holder as Record<string, JsonValue>;
  if (value === undefined) delete object[step];
  else Object.defineProperty(object, step, { value, writable: true, enumerable: true, configurable: true });
}

/** Words that mean that there is nothing, or that aren't a text. */
const words = /^(?:null|none|nil|undefined|nan|n\/a|true|false)$/i;

/** Characters of markup, code and JSON. An apostrophe inside a word isn't one. */
const syntax = /[<>{}()[\]"`=\n\r]|(?<![\p{L}\p{N}])'|'(?![\p{L}\p{N}])/u;

/** A key before its value, as in YAML. The colon of a URL, a time or a drive has no space after it. */
const key = /^[-*\s]*[\w$.][\w$.-]*\s*:(?:\s|$)/;

/** Returns true for several words that end as a sentence does, hold a contraction (`I'll`), or are more than four. */
const isSentence = (text: string) =>
  /\s/.test(text) && (/[.!?:\u2026]$/u.test(text) || /\p{L}['\u2019](?:m|ll|ve|re|d|t)\b/iu.test(text) || text.split(/\s+/).length > 4);

/** A letter or a digit. */
const letter = /[\p{L}\p{N}]/u;

/**
 * Returns true if a text that came in place of the arguments can only be a value: one line without syntax, which
 * doesn't begin with a name of the call, isn't a sentence and isn't a word for nothing. Anything else may be a call in
 * another notation.
 */
export function isSingleValue(text: string, names: readonly string[]): boolean {
  const value = text.trim();
  if (value === "" || words.test(value) || syntax.test(value) || key.test(value) || isSentence(value)) return false;
  const first = /^[\w$.-]+/.exec(value)?.[0] ?? "";
  return first === value || first === "" || !names.some((name) => plain(name) === plain(first));
}

/**
 * Returns true if a text can only be one element of a list: a single word without the characters that separate, quote
 * or bracket elements. A text of several words may be several elements.
 */
export function isSingleElement(text: string): boolean {
  return letter.test(text) && !words.test(text) && !/[\s,;|]/.test(text) && !syntax.test(text.replaceAll("=", ""));
}
