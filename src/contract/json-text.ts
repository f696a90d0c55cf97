import { withExactNumbers } from "./exact-json.late.js";
import { type JsonValue, markStart } from "./json-value.js";

/** Returns the value of a JSON text; `undefined` if the text isn't JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Returns true if a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns true if a text could be a list, an object or a text in JSON. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text);

/** Strings, which are kept, then comments, then a comma before a closing bracket (with the comments between). */
const commentTokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*[}\]])/g;

/**
 * Converts JSON with comments and trailing commas to plain JSON. Both become spaces, so that all offsets stay the same.
 */
export function stripComments(text: string): string {
  return text.replace(commentTokens, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, " ")));
}

/** The first thing in a text that JSON doesn't allow: its offset, and what could stand there instead. */
interface JsonSyntaxError {
  readonly offset: number;
  readonly expected: string;
}

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the mistake in a text that `JSON.parse` refused; `undefined` if there is none. V8's messages differ between
 * versions, and in Node 20 most lack the position. Keeps its own stack, so that deeply nested brackets don't overflow
 * it.
 */
export function findSyntaxError(json: string): JsonSyntaxError | undefined {
  const openBrackets: string[] = [];
  let at = skip(space, json, 0);
  for (;;) {
    // At a value.
    const start = json[at];
    if (start === "{" || start === "[") {
      at = skip(space, json, at + 1);
      if (json[at] !== closing(start)) {
        openBrackets.push(start);
        const key = start === "{" ? skipKey(json, at, "a key in double quotes or '}'") : at;
        if (typeof key !== "number") return key;
        at = key;
        continue;
      }
      at++;
    } else {
      const end = start === '"' ? skipText(json, at) : skip(scalar, json, at);
      if (typeof end !== "number") return end;
      if (end === at) return { offset: at, expected: openBrackets.length === 0 ? "one JSON object" : "a value" };
      at = end;
    }
    // After a value: containers end here, or go on with a comma.
    at = skip(space, json, at);
    while (openBrackets.length > 0 && json[at] === closing(openBrackets.at(-1))) {
      openBrackets.pop();
      at = skip(space, json, at + 1);
    }
    const inside = openBrackets.at(-1);
    if (inside === undefined) return at < json.length ? { offset: at, expected: "the end of the text" } : undefined;
    if (json[at] !== ",") return { offset: at, expected: `',' or '${closing(inside)}'` };
    at = skip(space, json, at + 1);
    const key = inside === "{" ? skipKey(json, at, "a key in double quotes") : at;
    if (typeof key !== "number") return key;
    at = key;
  }
}

const closing = (opening: string | undefined) => (opening === "{" ? "}" : "]");

function skipKey(json: string, at: number, expected: string): number | JsonSyntaxError {
  if (json[at] !== '"') return { offset: at, expected };
  const end = skipText(json, at);
  if (typeof end !== "number") return end;
  const colon = skip(space, json, end);
  return json[colon] === ":" ? skip(space, json, colon + 1) : { offset: colon, expected: "':'" };
}

function skipText(json: string, start: number): number | JsonSyntaxError {
  for (let at = start + 1; at < json.length; ) {
    if (json[at] === '"') return at + 1;
    if (json[at] === "\\") {
      const end = skip(escapeSequence, json, at);
      if (end === at) return { offset: at, expected: "a valid escape, such as \\n or \\\\" };
      at = end;
    } else {
      if (json.charCodeAt(at) < 0x20) return { offset: at, expected: "no line break or control character in a text (write \\n)" };
      at++;
    }
  }
  return { offset: json.length, expected: "a double quote at the end of the text" };
}

function skip(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : at;
}

/** A key that a map has twice, with the lines of both, counted from 1. */
interface RepeatedKey {
  readonly key: string;
  readonly first: number;
  readonly line: number;
}

/** A string, with the colon after it that makes it a key, the beginning or end of a map, or the end of a line. */
const keyTokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}\n]/g;

/**
 * Finds the keys that occur twice in one map of a valid JSON text, one by one: most callers need only the first.
 * `JSON.parse` silently takes the last of them.
 */
export function* repeatedKeys(json: string): Generator<RepeatedKey, undefined> {
  const maps: Map<string, number>[] = [];
  let line = 1;
  for (const { 0: token, 1: text, 2: colon } of json.matchAll(keyTokens)) {
    if (token === "\n") line++;
    else if (token === "{") maps.push(new Map());
    else if (token === "}") maps.pop();
    else if (text !== undefined && colon !== undefined) {
      const key: string = JSON.parse(text);
      const first = maps.at(-1)?.get(key);
      if (first === undefined) maps.at(-1)?.set(key, line);
      else yield { key, first, line };
      line += colon.split("\n").length - 1;
    }
  }
}

/** A text that is nearly JSON, as JSON. */
interface LooseJson {
  readonly text: string;
  /** True if brackets are left open, which `text` closes. */
  readonly cut: boolean;
}

const number = /^([+-]?)(?=\.?\d)(0|[1-9]\d*)?(?:\.(\d*))?([eE][+-]?\d+)?$/;
const literals: Readonly<Record<string, string>> = {
  true: "true",
  false: "false",
  null: "null",
  True: "true",
  False: "false",
  None: "null",
};
const word = /[\w$+\-.]+/y;
const gap = /(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)+/y;
const lineComment = /(?:\/\/|#)[^\n]*/y;
const blank = new RegExp(`(?:${gap.source}|${lineComment.source})+`, "y");

/** A line comment that may be a value without quotes: one word, such as `#12` or `//host/file`. */
const commentOrValue = /(?:#+|\/\/+)[^\s#/"',\]}][^\s,\]}]*[ \t\r]*(?:[,\]}\n]|$)/y;

/** The quotes that begin a string, and the end of each: typographic ones stand for `"` where an editor changed them. */
const quotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", "\u201C": "\u201D", "\u2018": "\u2019" };

/** The last token. A value can't follow a value, and a truncated text can't end with an incomplete one. */
type Last = "nothing" | "opened" | "comma" | "colon" | "value" | "number" | "name";

/**
 * Scans a text by the rules of JSON and beyond them: quotes of any kind, names without quotes, Python's constants,
 * comments, trailing commas, `+1`, `.5` and `5.`, escaped white space between tokens, line ends in strings, and
 * backslashes that escape nothing. Returns `undefined` for anything else, which would be ambiguous.
 */
export function scanRelaxedJson(source: string): LooseJson | undefined {
  const brackets: string[] = [];
  const pieces: string[] = [];
  let hasLineComment = false;
  let last: Last = "nothing";
  let at = 0;
  const isName = (end: number) => brackets.at(-1) === "{" && source.slice(endOf(blank, source, end)).startsWith(":");
  const take = (end: number, text = source.slice(at, end)) => {
    pieces.push(text);
    at = end;
  };
  const dropComma = () => {
    if (last === "comma") pieces.splice(pieces.lastIndexOf(","), 1);
  };
  while (at < source.length) {
    const char = source.charAt(at);
    const space = endOf(gap, source, at);
    const comment = endOf(lineComment, source, at);
    if (space > at) {
      take(space, " ");
    } else if (comment > at) {
      const isDue = last === "colon" || (brackets.at(-1) === "[" && (last === "opened" || last === "comma"));
      if (isDue && endOf(commentOrValue, source, at) > at) return undefined;
      hasLineComment = true;
      take(comment, " ");
    } else if (char === "\\" && /[nrt]/.test(source.charAt(at + 1))) {
      // Between tokens, an escaped line end can only be white space that was escaped twice.
      take(at + 2, " ");
    } else if (char === "{" || char === "[") {
      if (last === "value" || last === "number") return undefined;
      brackets.push(char);
      last = "opened";
      take(at + 1);
    } else if (char === "}" || char === "]") {
      if (brackets.pop() !== (char === "}" ? "{" : "[") || last === "colon" || last === "name") return undefined;
      dropComma();
      last = "value";
      take(at + 1);
    } else if (char === "," || char === ":") {
      const follows: Last = char === "," ? "comma" : "colon";
      if (char === ":" ? last !== "name" : last !== "value" && last !== "number") return undefined;
      last = follows;
      take(at + 1);
    } else {
      if (brackets.length === 0 || last === "value" || last === "number" || last === "name") return undefined;
      const quoted = char in quotes ? readString(source, at) : undefined;
      const end = quoted?.end ?? endOf(word, source, at);
      if (end === at || (char in quotes && quoted === undefined)) return undefined;
      const text = source.slice(at, end);
      const name: boolean = last !== "colon" && isName(end);
      if (brackets.at(-1) === "{" && last !== "colon" && !name) return undefined;
      const spelt: string | undefined = quoted === undefined && !name ? numberText(text) : undefined;
      if (quoted === undefined && !name && spelt === undefined && !Object.hasOwn(literals, text)) return undefined;
      last = name ? "name" : spelt === undefined ? "value" : "number";
      take(end, quoted?.text ?? (name ? JSON.stringify(text) : (spelt ?? literals[text])));
    }
  }
  const cut = brackets.length > 0;
  // A line comment may hold what closes the brackets.
  if (cut && (hasLineComment || (last !== "value" && last !== "comma"))) return undefined;
  dropComma();
  const ends = brackets.map((bracket) => (bracket === "{" ? "}" : "]")).reverse();
  return { text: [...pieces, ...ends].join(""), cut };
}

/** Returns a number in JSON's spelling: `+1`, `.5` and `5.` lack a digit or have a sign too many. */
function numberText(text: string): string | undefined {
  const [found, sign, whole = "0", fraction, exponent = ""] = number.exec(text) ?? [];
  return found === undefined ? undefined : `${sign === "-" ? sign : ""}${whole}${fraction ? `.${fraction}` : ""}${exponent}`;
}

function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/**
 * Returns the string that begins at a quote, in JSON syntax; `undefined` if it doesn't end, or if its backslashes are
 * ambiguous.
 */
function readString(source: string, start: number): { readonly end: number; readonly text: string } | undefined {
  const quote = quotes[source.charAt(start)];
  let text = "";
  let lone = false;
  let letters = false;
  for (let at = start + 1; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === quote) return lone && letters ? undefined : { end: at + 1, text: `"${text}"` };
    if (char !== "\\") {
      text += char < " " || char === '"' ? JSON.stringify(char).slice(1, -1) : char;
      continue;
    }
    const next = source.charAt(at + 1);
    const isEscape = next === "u" ? /^[\da-fA-F]{4}/.test(source.slice(at + 2, at + 6)) : /^["'\\/bfnrt]$/.test(next);
    if (next === "" || next === "\n" || next === "\r" || (next === "u" && !isEscape)) return undefined;
    // `\d` is meant literally; in the same string, `\n` could be a line end or these two characters.
    if (!isEscape) lone = true;
    else if (/[bfnrtu]/.test(next)) letters = true;
    text += next === "'" ? "'" : isEscape ? `\\${next}` : `\\\\${next}`;
    at++;
  }
  return undefined;
}

/** Prints JSON, with the digits of numbers that were marked. */
export const jsonText = (value: JsonValue): string => plainJson(JSON.stringify(value));

/**
 * Returns a JSON text with the digits of numbers that were marked. Hardly any has the first character of a mark, and
 * only for one is more loaded.
 */
export const plainJson = (json: string): string => (json.includes(markStart) ? withExactNumbers(json) : json);
