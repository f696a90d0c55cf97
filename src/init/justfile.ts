import { describe, isHarmless, isLasting } from "./entry-line.js";
import { indexOutside } from "./inserted-texts.js";
import type { Entry } from "./proposal.js";

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
    .map(({ name, comment }): Entry => {
      return {
        prefix: "just",
        file,
        entry: name,
        description: describe(`just ${name}`, { comment }),
        kind: "execute",
        ...(isHarmless(name) ? { risk: "moderate" } : {}),
        ...(isLasting(name) ? { isBackground: true } : {}),
        command: ["just", name],
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
export interface Recipe {
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
