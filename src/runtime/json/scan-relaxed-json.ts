/** The result of scanning a text that is nearly JSON: enough to decide whether it can be read in only one way. */
export interface LooseJson {
  /** The text with its strings in JSON syntax. */
  readonly text: string;
  /** Its strings, keys included, in order. */
  readonly strings: readonly string[];
  /** True if brackets are left open. */
  readonly cut: boolean;
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literals = new Set(["true", "false", "null", "True", "False", "None"]);
const word = /[\w$+\-.]+/y;
const blank = /(?:\s|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\/[^\n]*)+/y;

/** The last token. A value can't follow a value, and a truncated text can't end with an incomplete one. */
type Last = "nothing" | "opened" | "comma" | "colon" | "value" | "number" | "name";

/**
 * Scans a text by the rules of JSON and beyond them: quotes of either kind, names without quotes, Python's constants,
 * comments, trailing commas, escaped white space between tokens, line ends in strings, and backslashes that escape
 * nothing. Returns `undefined` for anything else, which would be ambiguous.
 */
export function scanRelaxedJson(source: string): LooseJson | undefined {
  const brackets: string[] = [];
  const pieces: string[] = [];
  const strings: string[] = [];
  let last: Last = "nothing";
  let at = 0;
  const isName = (end: number) => brackets.at(-1) === "{" && source.slice(skip(blank, source, end)).startsWith(":");
  const take = (end: number, text = source.slice(at, end)) => {
    pieces.push(text);
    at = end;
  };
  while (at < source.length) {
    const char = source.charAt(at);
    const space = skip(blank, source, at);
    if (space > at) {
      take(space);
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
      last = "value";
      take(at + 1);
    } else if (char === "," || char === ":") {
      const follows: Last = char === "," ? "comma" : "colon";
      if (char === ":" ? last !== "name" : last !== "value" && last !== "number") return undefined;
      last = follows;
      take(at + 1);
    } else {
      if (last === "value" || last === "number" || last === "name") return undefined;
      const quoted = char === '"' || char === "'" ? readString(source, at) : undefined;
      const end = quoted?.end ?? skip(word, source, at);
      if (end === at || ((char === '"' || char === "'") && quoted === undefined)) return undefined;
      const text = source.slice(at, end);
      const name: boolean = last !== "colon" && isName(end);
      if (brackets.at(-1) === "{" && last !== "colon" && !name) return undefined;
      if (quoted === undefined && !name && !number.test(text) && !literals.has(text)) return undefined;
      if (quoted !== undefined) strings.push(JSON.parse(quoted.text) as string);
      else if (name) strings.push(text);
      last = name ? "name" : number.test(text) ? "number" : "value";
      take(end, quoted?.text);
    }
  }
  const cut = brackets.length > 0;
  return cut && last !== "value" && last !== "comma" ? undefined : { text: pieces.join(""), strings, cut };
}

function skip(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/**
 * Returns the string that begins at a quote, in JSON syntax; `undefined` if it doesn't end, or if its backslashes are
 * ambiguous.
 */
function readString(source: string, start: number): { readonly end: number; readonly text: string } | undefined {
  const quote = source.charAt(start);
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
