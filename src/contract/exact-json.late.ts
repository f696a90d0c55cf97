import { type JsonValue, markPlace, markStart } from "./json-value.js";

// A number that a double can't hold is a text with a mark before its digits. So every JSON text stays one, and a value
// passes through code that knows nothing about it. The mark is a secret of the process: no text of a program, a file
// or a server has it, so whole messages can be printed with their numbers. It must not leave the process.

const mark = (): string => {
  const shared = globalThis as { [markPlace]?: string };
  shared[markPlace] ??= `${markStart}${crypto.randomUUID()}:`;
  return shared[markPlace];
};

/** Tokens of a JSON text: strings, so that digits inside them don't count, and numbers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Digits that a double may not hold: more than 15 of them, or an exponent of three digits. */
const suspect = /\d[\d.]{15}|[eE][+-]?\d{3}/;

/** Parses JSON. A number whose digits a double would change becomes a marked text. Throws as `JSON.parse` does. */
export function parseExactly(json: string): JsonValue {
  const value = JSON.parse(json) as JsonValue;
  const marked = markNumbers(json);
  return marked === json ? value : (JSON.parse(marked) as JsonValue);
}

/** Marks the numbers in a JSON text whose digits a double would change, by making texts of them. */
export function markNumbers(json: string): string {
  if (!suspect.test(json)) return json;
  return json.replace(tokens, (token) => (token.startsWith('"') || isExact(token) ? token : `"${mark()}${token}"`));
}

/**
 * Marks the whole numbers beyond 2^53 in a message from a client. Other numbers stay, also one that is too large.
 */
export function markIntegers(json: string): string {
  if (!suspect.test(json)) return json;
  return json.replace(tokens, (token) => {
    const digits = token.startsWith('"') ? undefined : longInteger(token);
    return digits === undefined ? token : `"${mark()}${digits}"`;
  });
}

/** Returns the digits of a long whole number; in another notation than digits alone, only if a double changes it. */
function longInteger(token: string): string | undefined {
  if (isLongInteger(token)) return token;
  const value = Number(token);
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || isExact(token)) return undefined;
  const [digits = "", exponent] = decimal(token).split("e");
  return Number(exponent) < 0 ? undefined : `${digits}${"0".repeat(Number(exponent))}`;
}

/** Returns true for a whole number, as JSON spells it, that a double may not hold or print with these digits. */
export function isLongInteger(token: string): boolean {
  return /^-?[1-9]\d{15,}$/.test(token) && Number.isFinite(Number(token)) && !Number.isSafeInteger(Number(token));
}

/** The whole numbers of a call that a double doesn't hold: their digits, by the double that they become. */
export type Digits = ReadonlyMap<number, string>;

/** A value with its marked numbers as doubles, and their digits. `isAmbiguous`: two numbers become one double. */
export interface TakenDigits {
  readonly value: JsonValue;
  readonly digits: Digits;
  readonly isAmbiguous: boolean;
}

/** Takes the marks out of a value; `undefined` if it has none. */
export function takeDigits(value: unknown): TakenDigits | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const digits = new Map<number, string>();
  let isAmbiguous = false;
  const others: number[] = [];
  const taken = mapMarked(value as JsonValue, (text) => {
    if (!isLongInteger(text)) return text;
    const number = Number(text);
    isAmbiguous ||= (digits.get(number) ?? text) !== text;
    if (String(number) === text && BigInt(number) === BigInt(text)) others.push(number);
    else digits.set(number, text);
    return number;
  });
  if (taken === value) return undefined;
  // A number that was written in another way, such as `9007199254740992.0`, has no mark.
  isAmbiguous ||= longIn([value as JsonValue, others], digits).length > 0;
  return { value: taken, digits, isAmbiguous };
}

/** Returns true if a double is printed with other digits: in a schema, it stands for those. */
export function isRounded(digits: string): boolean {
  return String(Number(digits)) !== digits;
}

/** Returns the digits of the numbers in a value that have some. */
export function longIn(value: JsonValue, digits: Digits): readonly string[] {
  const found: string[] = [];
  mapNumbers(value, (number) => {
    const exact = digits.get(number);
    if (exact !== undefined) found.push(exact);
    return number;
  });
  return found;
}

/** Returns the value with each number that a double changes replaced. */
export function replaceRounded<Value extends JsonValue>(value: Value, digits: Digits, change: (number: number) => number): Value {
  return mapNumbers(value, (number) => (isRounded(digits.get(number) ?? String(number)) ? change(number) : number)) as Value;
}

const mapNumbers = (value: JsonValue, change: (number: number) => JsonValue): JsonValue =>
  JSON.parse(JSON.stringify(value), (_, member: JsonValue) => (typeof member === "number" ? change(member) : member)) as JsonValue;

/** Marks the numbers of a value whose digits are known. */
export function withDigits<Value extends JsonValue>(value: Value, digits: Digits): Value {
  return mapNumbers(value, (number) => (digits.has(number) ? `${mark()}${digits.get(number)}` : number)) as Value;
}

/**
 * Returns a value in which some long numbers are texts of their digits, such texts are marked numbers, and others are
 * what `read` returns: those that were refused as what they are.
 */
export function swapLong(
  value: JsonValue,
  refused: ReadonlySet<JsonValue | undefined>,
  read: (text: string) => JsonValue | undefined,
): JsonValue {
  return JSON.parse(JSON.stringify(value), (_, member: JsonValue) => {
    if (typeof member !== "string") return member;
    const text = markedNumber(member);
    if (text !== undefined) return refused.has(Number(text)) ? text : member;
    if (!refused.has(member)) return member;
    return isLongInteger(member) ? `${mark()}${member}` : (read(member) ?? member);
  });
}

/** Returns the digits of a marked number, and any other text without marks. */
export function plainText(text: string): string {
  return text.includes(markStart) ? text.replaceAll(mark(), "") : text;
}

/** Returns the number that a text stands for by its mark. */
const markedNumber = (text: string): string | undefined =>
  text.startsWith(mark()) && jsonNumber.test(plainText(text)) ? plainText(text) : undefined;

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns true if a double holds the value that a JSON number spells. */
export function isExact(token: string): boolean {
  const value = Number(token);
  return Number.isFinite(value) && decimal(token) === decimal(String(value));
}

/** A number as its digits without zeros at both ends, and the exponent of the last one. */
function decimal(token: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return end === 0 ? "0" : `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Prints a value with its marked numbers as numbers. */
export function printExactly(value: JsonValue, indent?: number): string {
  return withExactNumbers(JSON.stringify(value, null, indent));
}

/** Returns a JSON text with its marked numbers as numbers. What else has the mark loses it. */
export function withExactNumbers(json: string): string {
  if (!json.includes(markStart)) return json;
  // Neither a part of a text nor a key.
  return plainText(json.replace(new RegExp(`(?<!\\\\)"${mark()}(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)"(?!\\s*:)`, "g"), "$1"));
}

/** Returns a value with its marked numbers as doubles: what most programs make of them. */
export function rounded(value: JsonValue): JsonValue {
  return mapMarked(value, Number);
}

/** Returns a value with its marked numbers as texts of their digits. */
export function withTextNumbers(value: JsonValue): JsonValue {
  return mapMarked(value, (digits) => digits);
}

function mapMarked(value: JsonValue, change: (digits: string) => JsonValue): JsonValue {
  const json = JSON.stringify(value);
  if (!json.includes(markStart) || !json.includes(mark())) return value;
  return JSON.parse(json, (_, member: JsonValue) => {
    if (typeof member !== "string") return member;
    const number = markedNumber(member);
    return number === undefined ? plainText(member) : change(number);
  }) as JsonValue;
}

/**
 * Returns the first number of a JSON text that a double can't hold: one that is too large, or a whole number whose
 * digits would change. With a changed number, a tool could act on the wrong thing. Returns `undefined` if every number
 * is safe.
 */
export function findUnsafeNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(tokens)) {
    if (!token.startsWith('"') && (!Number.isFinite(Number(token)) || (longInteger(token) !== undefined && !isExact(token)))) return token;
  }
  return undefined;
}

/** Returns the model's message about such a number. */
export function unsafeNumberProblem(token: string): string {
  const shown = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  return `The number ${shown} can't be passed on as it is written: it has more digits than a number holds, or is too large. Give a smaller one, or text where the tool takes text.`;
}
