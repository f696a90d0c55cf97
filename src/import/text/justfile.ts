import type { JsonObject } from "../../contract/json-value.js";
import type { Entry } from "../imported-tool.js";
import { describe, isHarmless, isLasting, onlyLine } from "./task-files.js";
import { visibleText } from "./visible-text.js";

/** In the order in which just looks for them. */
export const justfileNames = ["justfile", "Justfile", ".justfile"] as const;

/**
 * The public recipes of a justfile that can be run without arguments. Arguments aren't offered: just puts them into the
 * recipe's script as code.
 */
export function justRecipes(text: string, file: string) {
  const all = readRecipes(text).filter(({ isPrivate }) => !isPrivate);
  const refused = all.filter(({ needs }) => needs === "required").map(({ name }) => name);
  const reduced = all.filter(({ needs }) => needs === "optional").map(({ name }) => name);
  const entries = all
    .filter(({ needs }) => needs !== "required")
    .map(({ name, comment, body, dependencies }): Entry => {
      return {
        prefix: "just",
        file,
        entry: name,
        description: describe(`just ${name}`, { comment }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: ["just", name],
        onlyLine: onlyLine(body, dependencies),
      };
    });
  return {
    entries,
    notes: [
      ...(refused.length === 0 ? [] : [`${refused.length} left out of ${file}: they need arguments (${refused.join(", ")}).`]),
      ...(reduced.length === 0 ? [] : [`Offered without their optional arguments, from ${file}: ${reduced.join(", ")}.`]),
    ],
  };
}

/** A recipe of a justfile. */
interface Recipe {
  readonly name: string;
  readonly comment: string | undefined;
  readonly needs: "nothing" | "optional" | "required";
  /** just asks for confirmation before it, and would wait for an answer, or its name says that it isn't for users. */
  readonly isPrivate: boolean;
  /** Its parameters as they are written, without those in its name. */
  readonly parameters: string;
  /** The rest of its header, behind the colon: other recipes, with their arguments. */
  readonly dependencies: string;
  /** The indented lines below its header. */
  readonly body: readonly string[];
}

/** Returns all recipes of a justfile. */
export function readRecipes(text: string): readonly Recipe[] {
  const found: (Recipe & { readonly body: string[] })[] = [];
  let comment: string | undefined;
  let attributes = "";
  let quote: string | undefined;
  for (const line of joinedLines(text)) {
    if (quote === undefined && /^\s/.test(line)) {
      found.at(-1)?.body.push(line);
      continue;
    }
    const wasQuoted = quote !== undefined;
    quote = !wasQuoted && line.startsWith("#") ? undefined : openQuote(line, quote);
    if (wasQuoted) continue;
    const attribute = /^\[(.*)\]\s*$/.exec(line)?.[1];
    if (attribute !== undefined) {
      attributes += `${attribute},`;
      continue;
    }
    const documented = /\bdoc\s*\(\s*(['"])(.*?)\1\s*\)/.exec(attributes)?.[2];
    const header = readHeader(line);
    if (header !== undefined) {
      const isPrivate = isForJust(header.name, attributes);
      found.push({ ...header, comment: documented ?? comment, needs: neededArguments(header.parameters), isPrivate, body: [] });
    }
    attributes = "";
    comment = /^#(?!!)\s*(\S.*)$/.exec(line)?.[1];
  }
  return found;
}

/** The lines of a justfile. One that isn't of a recipe's body goes on behind a backslash at its end. */
function joinedLines(text: string): readonly string[] {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    if (isOpen) lines[lines.length - 1] = `${lines.at(-1)?.slice(0, -1)} ${line.trimStart()}`;
    else lines.push(line);
    isOpen = /^[^\s#].*\\$/.test(lines.at(-1) ?? "");
  }
  return lines;
}

function readHeader(line: string): Pick<Recipe, "name" | "parameters" | "dependencies"> | undefined {
  const [whole = "", name = ""] = /^@?([A-Za-z_][\w-]*)(?=[\s:])/.exec(line) ?? [];
  if (name === "" || isSetting(name) || /^\s*:=/.test(line.slice(whole.length))) return undefined;
  const colon = indexOutside(line, (at) => line[at] === ":" && line[at + 1] !== "=", whole.length);
  if (colon === undefined) return undefined;
  return { name, parameters: line.slice(whole.length, colon).trim(), dependencies: line.slice(colon + 1) };
}

const isSetting = (word: string) => ["set", "alias", "export", "import", "mod", "unexport"].includes(word);

/** just asks for confirmation before such a recipe, and would wait for an answer. */
const isForJust = (name: string, attributes: string) => name.startsWith("_") || /\b(?:private|confirm)\b/.test(attributes);

/** `a b` and `+c` are required; `d="x"` and `*e` are optional. */
function neededArguments(parameters: string): Recipe["needs"] {
  const words = parameters
    .replaceAll(/=\s*(?:'[^']*'|"(?:[^"\\]|\\.)*"|\([^)]*\)|`[^`]*`|\S+)/g, "=")
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return "nothing";
  return words.every((word) => word.endsWith("=") || word.startsWith("*")) ? "optional" : "required";
}

/** The delimiter of a text that continues on the next line, if this line leaves one open. */
function openQuote(line: string, open: string | undefined): string | undefined {
  let quote = open;
  for (const [mark] of line.matchAll(/"""|'''|```/g)) {
    if (quote === undefined) quote = mark;
    else if (quote === mark) quote = undefined;
  }
  return quote;
}

const delimiters = ['"""', "'''", "```", '"', "'", "`"] as const;

/** Returns the index behind the text or command in quotes that begins at an index; `undefined` if none begins there. */
function literalEnd(text: string, start: number): number | undefined {
  const mark = delimiters.find((one) => text.startsWith(one, start));
  if (mark === undefined) return undefined;
  for (let at = start + mark.length; at < text.length; at++) {
    if (text.startsWith(mark, at)) return at + mark.length;
    if (text[at] === "\\" && mark.startsWith('"')) at++;
  }
  return text.length + 1;
}

/**
 * Returns the index of a mark outside of quotes and parentheses; `undefined` if there is none. A quote that is never
 * closed hides all that follows.
 */
function indexOutside(text: string, isMark: (at: number) => boolean, start = 0): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    if (depth === 0 && isMark(at)) return at;
    if (text[at] === "(") depth++;
    if (text[at] === ")") depth = Math.max(0, depth - 1);
    at = literalEnd(text, at) ?? at + 1;
  }
  return undefined;
}

/**
 * Returns what just may put into a script as code: from each `{{` to the end of the line on which its `}}` is.
 * `undefined` if an end isn't found.
 */
export function insertedTexts(body: string): readonly string[] | undefined {
  const found: string[] = [];
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf("{{", at);
    if (start === -1) break;
    // Four braces are a text.
    if (body.startsWith("{{{{", start)) {
      at = start + 4;
      continue;
    }
    const end = indexOutside(body, (index) => body.startsWith("}}", index), start + 2);
    if (end === undefined) return undefined;
    const line = body.indexOf("\n", end);
    found.push(body.slice(start, line === -1 ? undefined : line));
    at = end + 2;
  }
  return found;
}

/** A parameter of a recipe that is passed to it as data. */
export interface RecipeParameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** The parameters that a tool has, and the names of those that it can't have. */
interface RecipeParameters {
  readonly used: readonly RecipeParameter[];
  readonly unused: readonly string[];
}

const pattern = /^([+*]?)(\$?)([A-Za-z_][\w-]*)(?:=('[^']*'|"(?:[^"\\]|\\.)*"|\S+))?\s*/;

/** Returns false for a header that goes on below, in parentheses or quotes. */
const isClosed = (dependencies: string): boolean => {
  const commented = `${dependencies}\n`;
  return indexOutside(commented, (at) => commented[at] === "\n") !== undefined;
};

/**
 * Returns the parameters of a recipe; a text says why they can't be those of a tool. just puts `{{name}}` into the
 * recipe's script as code, so that a parameter may only be read as a variable or an argument of the script.
 * `quote(name)` is code too: it is a word for a shell only, and not within other quotes.
 */
export function justParameters({ parameters, dependencies, body }: Recipe, justfile: string): RecipeParameters | string {
  const found: RecipeParameter[] = [];
  const inserted = insertedTexts(body.join("\n"));
  if (inserted === undefined || !isClosed(dependencies))
    return parameters === "" ? { used: [], unused: [] } : "its script is not understood";
  const isPositional = /^set\s+positional-arguments(?:\s*:=\s*true)?\s*$/m.test(justfile);
  const isExported = /^set\s+export(?:\s*:=\s*true)?\s*$/m.test(justfile);
  for (let rest = parameters; rest !== ""; ) {
    const match = pattern.exec(rest);
    if (match === null) return "its parameters are not understood";
    const [whole, sign = "", dollar = "", name = "", value] = match;
    rest = rest.slice(whole.length);
    const isWord = new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
    // The default of one parameter may pass another on.
    if ([...inserted, dependencies, rest, value ?? ""].some((text) => isWord.test(text)))
      return `just puts its parameter '${name}' into a script as code. Read it as a variable: '$${name}' in its first line`;
    if (dollar === "" && !isExported && !isPositional) return `its parameter '${name}' isn't read as a variable`;
    const plain = value === undefined ? undefined : /^(['"])(.*)\1$/.exec(value)?.[2];
    const description = plain === undefined || plain === "" ? {} : { description: `Default: ${visibleText(plain)}.` };
    found.push({
      name,
      schema: { type: "string", minLength: 1, ...description },
      isRequired: value === undefined && sign !== "*",
      isList: sign !== "",
    });
  }
  // just fills parameters from the left: without the first optional one, the next would get its place.
  const firstOptional = found.findIndex(({ isRequired }) => !isRequired);
  const used = firstOptional === -1 ? found : found.slice(0, firstOptional + 1);
  return { used, unused: found.slice(used.length).map(({ name }) => name) };
}
