/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns true for a JSON object: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns true if two values are equal, or if one is a number or a boolean and the other is the text that spells it.
 */
export function looselyEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (typeof a === "string" && typeof b !== "string") return looselyEqual(b, a);
  if (typeof b !== "string" || typeof a === "string") return deepEqual(a, b);
  return (typeof a === "number" && numberFromText(b.trim(), false) === a) || (typeof a === "boolean" && booleanFromText(b) === a);
}

/** Returns true if two JSON values are equal, whatever the order of keys. */
export function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((element, i) => deepEqual(element, b[i]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]));
}

/** Returns true if a value is empty: `null`, or a text, list or object with nothing in it. */
export function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "") return true;
  if (isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/**
 * Returns true if objects and arrays are nested deeper than this. It doesn't recurse, so no depth overflows the stack,
 * and it stops at the first level that is too deep.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let containers = [value].filter(isContainer);
  for (let level = 0; containers.length > 0; level++) {
    if (level === levels) return true;
    const inner: object[] = [];
    for (const container of containers) for (const child of Object.values(container)) if (isContainer(child)) inner.push(child);
    containers = inner;
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** JSON text with sorted keys: equal for values that differ only in the order of their keys. */
export const sortedJson = (value: unknown): string => JSON.stringify(sorted(value as JsonValue));

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member as JsonValue)]));
}

/** A JSON number, or one with a plus sign, which JSON doesn't have and models write. */
const spelling = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns the number that a text spells, if all of it is a number in JSON's grammar that a double holds exactly:
 * `"5.0"` and `"+5"` are 5, but `"10-20"`, `" 5"`, `"1e999"` and digits beyond a double's precision stay text.
 */
export function numberFromText(text: string, integer: boolean): number | undefined {
  if (text.length > 400 || !spelling.test(text)) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  const usual = String(number);
  if (text !== usual && decimal(text) !== decimal(usual)) return undefined;
  if (integer && !Number.isSafeInteger(number)) return undefined;
  return number === 0 ? 0 : number;
}

/** Returns the boolean whose word a text is, in JSON's case, Python's or another. */
export function booleanFromText(text: string): boolean | undefined {
  return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
}

/** Returns true if a text is the word for nothing, in JSON or Python. */
export const isNullWord = (text: string): boolean => text === "null" || text === "None";

/**
 * Returns the significant digits and the power of ten of a decimal: equal for equal decimals, however they are written.
 */
function decimal(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  const significant = digits.slice(0, end);
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** The path of a value, with indexes for `[]`. */
export type Steps = readonly (string | number)[];

/**
 * Applies a change to every value that a selector reaches. Nothing is mutated: objects and arrays on the way to a
 * changed value are copied, everything else is shared. Values that the selector doesn't match stay unchanged.
 */
export function mapAt(value: JsonValue, selector: Selector, change: (value: JsonValue, at: Steps) => JsonValue, at: Steps = []): JsonValue {
  const [step, ...rest] = selector;
  if (step === undefined) return change(value, at);
  if (step === "[]") {
    if (!isArray(value)) return value;
    const mapped = value.map((element, i) => mapAt(element, rest, change, [...at, i]));
    return mapped.some((element, i) => element !== value[i]) ? mapped : value;
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
  const before = value[step] as JsonValue;
  const after = mapAt(before, rest, change, [...at, step]);
  return after === before ? value : { ...value, [step]: after };
}

/** Returns true if a value is at or below a path that one of these selectors reaches. */
export function isAmong(steps: Steps, selectors: readonly Selector[]): boolean {
  return selectors.some((selector) => selector.every((step, i) => step === steps[i] || (step === "[]" && typeof steps[i] === "number")));
}

/** `Array.isArray` that also narrows readonly arrays. */
export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Prints a selector, such as `edits[].oldText`. */
export const selectorText = (selector: Selector): string =>
  selector.reduce((text, step) => (step === "[]" ? `${text}[]` : text === "" ? step : `${text}.${step}`), "");

/**
 * The path of values inside the arguments: keys of objects, and `[]` for every element of an array. `edits[].oldText`
 * is `["edits", "[]", "oldText"]`.
 */
export type Selector = readonly string[];

/**
 * Prints a path as a model would write it: `edits[2].oldText`, `env["odd key"]`; empty for the arguments as a whole.
 */
export function formatPath(steps: Steps): string {
  return steps.map((step, i) => stepText(step, i === 0)).join("");
}

function stepText(step: string | number, first: boolean): string {
  if (typeof step === "number") return `[${step}]`;
  if (isPlain(step)) return first ? step : `.${step}`;
  const quoted = JSON.stringify(step.length > 80 ? `${step.slice(0, 79)}…` : step);
  return first ? quoted : `[${quoted}]`;
}

const isPlain = (step: string) => isName(step) || /^[\p{L}\p{N}_$@-]{1,80}$/u.test(step);

/**
 * Returns true for letters and digits of ASCII and `_`, as most names have. In a process that makes one call, compiling
 * a regular expression takes longer than this, and one with Unicode properties loads tables.
 */
function isName(step: string): boolean {
  for (let i = 0; i < step.length; i++) {
    const code = step.charCodeAt(i);
    // In ASCII, an upper-case letter becomes its lower case with this bit, and a digit stays.
    const lower = code | 0x20;
    if ((lower < 0x61 || lower > 0x7a) && (code < 0x30 || code > 0x39) && code !== 0x5f) return false;
  }
  return step !== "" && step.length <= 80;
}

/** The steps of a JSON Pointer, with numbers for elements of arrays in these arguments. */
export function parsePointer(pointer: string, root: JsonObject): Steps {
  if (pointer === "") return [];
  let here: JsonValue | undefined = root;
  return pointer
    .slice(1)
    .split("/")
    .map((part) => {
      const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step = isArray(here) ? Number(key) : key;
      here = child(here, step);
      return step;
    });
}

/** The value at a path; `undefined` if there is none. Own properties only. */
export function valueAt(root: JsonValue | undefined, steps: Steps): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>(child, root);
}

function child(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === "number") return isArray(value) ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Escapes a key as a step of a JSON Pointer (RFC 6901, section 3). */
export const pointerStep = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** How a marked number begins (`exact-json.late.ts`): a character that Unicode reserves for use inside a program. */
export const markStart = "\ufdd0";

/** Where the mark of this process is, because several bundles in one process may contain a module. */
export const markPlace = Symbol.for("toolgen.exact-json");

/** Returns true if this process has marked a number, so that a call may hold one. Loads nothing. */
export const holdsMarks = (): boolean => markPlace in globalThis;
