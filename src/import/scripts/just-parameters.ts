import { indexOutside, insertedTexts } from "../../init/inserted-texts.js";
import type { Recipe } from "../../init/justfile.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { visibleText } from "../visible-text.js";

/** A parameter of a recipe that is passed to it as data. */
export interface RecipeParameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly isList: boolean;
}

/** The parameters that a tool has, and the names of those that it can't have. */
export interface RecipeParameters {
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
