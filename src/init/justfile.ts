import { describe, isHarmless, isLasting } from "./entry-text.js";
import type { Entry } from "./proposal.js";

/** As just looks for them. */
export const justfileNames = ["justfile", "Justfile", ".justfile"] as const;

/**
 * The public recipes of a justfile that can be run without arguments. Arguments aren't offered: just puts them into the recipe's script as code.
 */
export function justRecipes(text: string, file: string): readonly Entry[] {
  return recipes(text).map(({ name, comment }): Entry => {
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
}

function recipes(text: string): readonly { readonly name: string; readonly comment: string | undefined }[] {
  const found: { name: string; comment: string | undefined }[] = [];
  let comment: string | undefined;
  let attributes = "";
  let quote: string | undefined;
  for (const line of text.replaceAll("\r\n", "\n").split("\n")) {
    const wasQuoted = quote !== undefined;
    quote = openQuote(line, quote);
    if (wasQuoted || /^\s/.test(line)) continue;
    const attribute = /^\[(.*)\]\s*$/.exec(line)?.[1];
    const [, name = "", rest = ""] = /^@?([A-Za-z_][\w-]*)((?:\s[^:=]*|\s.*?=.*?)?):(?!=).*$/.exec(line) ?? [];
    if (attribute !== undefined) {
      attributes += `${attribute},`;
      continue;
    }
    const documented = /\bdoc\s*\(\s*(['"])(.*?)\1\s*\)/.exec(attributes)?.[2];
    if (name !== "" && !isSetting(name) && !isPrivate(name, attributes) && !needsArguments(rest))
      found.push({ name, comment: documented ?? comment });
    attributes = "";
    comment = /^#(?!!)\s*(\S.*)$/.exec(line)?.[1];
  }
  return found;
}

const isSetting = (word: string) => ["set", "alias", "export", "import", "mod", "unexport"].includes(word);

/** A recipe that just asks about before it runs would wait for an answer. */
const isPrivate = (name: string, attributes: string) => name.startsWith("_") || /\b(?:private|confirm)\b/.test(attributes);

/** `a b` and `+c` must be given; `d="x"` and `*e` need not. */
function needsArguments(parameters: string): boolean {
  const words = parameters
    .replaceAll(/=\s*(?:'[^']*'|"(?:[^"\\]|\\.)*"|\([^)]*\)|`[^`]*`|\S+)/g, "=")
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.some((word) => !word.endsWith("=") && !word.startsWith("*"));
}

/** The delimiter of a text that goes on in the next line, if this one leaves one open. */
function openQuote(line: string, open: string | undefined): string | undefined {
  let quote = open;
  for (const [mark] of line.matchAll(/"""|'''|```/g)) {
    if (quote === undefined) quote = mark;
    else if (quote === mark) quote = undefined;
  }
  return quote;
}
