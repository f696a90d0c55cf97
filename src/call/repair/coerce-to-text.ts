import type { ValidationError } from "../../contract/definition.js";
import { isAmong, isArray, isJsonObject, type JsonValue, type Selector, type Steps } from "../../contract/json-value.js";

export type Refusals = (pointer: string) => readonly ValidationError[];

/**
 * All errors that refused a value, found on first use: most mistakes don't need them, and a list can have very many.
 */
export function refusalsIn(errors: readonly ValidationError[]): Refusals {
  let found: Map<string, ValidationError[]> | undefined;
  return (pointer) => {
    if (found === undefined) {
      found = new Map();
      for (const error of errors) {
        const same = found.get(error.instancePath);
        if (same === undefined) found.set(error.instancePath, [error]);
        else same.push(error);
      }
    }
    return found.get(pointer) ?? [];
  };
}

interface TextPosition {
  readonly steps: Steps;
  /**
   * The paths of texts for which an object or a list is printed as JSON (`coerce: json`), and those for which a list of
   * texts is lines.
   */
  readonly coercion: { readonly json: readonly Selector[]; readonly lines: readonly Selector[]; readonly paths: readonly Selector[] };
  readonly refusals: () => readonly ValidationError[];
}

/** Returns the text that another value stands for if only a text is accepted. */
export function coerceToText(value: JsonValue, { steps, coercion, refusals }: TextPosition): string | undefined {
  // A file can have a number as its name. A boolean was meant for another parameter.
  if (typeof value === "boolean" && isAmong(steps, coercion.paths)) return undefined;
  if (typeof value === "number" || typeof value === "boolean") return textFromScalar(value, refusals());
  if (typeof value !== "object" || value === null || !isAmong(steps, coercion.json)) return undefined;
  const isLines = isArray(value) && value.every((line) => typeof line === "string") && isAmong(steps, coercion.lines);
  // A list of lines that couldn't be joined isn't printed as JSON either.
  return isLines ? undefined : textFromParts(value, refusals());
}

/** Keywords that only say that no branch accepted a value: the branches' own errors are reported with them. */
const unions: readonly string[] = ["anyOf", "oneOf"];

/**
 * Returns the text of a whole number or a boolean, if everything that refused the value expects a text. A fraction has
 * no certain text (`1.5`, `1.50`), an integer above 2^53 may differ from the one that was written, and a keyword that
 * also accepts numbers refused this one.
 */
function textFromScalar(value: number | boolean, refusals: readonly ValidationError[]): string | undefined {
  if (typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
  return refusals.some(wantsText) && refusals.every((one) => isOnlyAboutText(one, typeof value)) ? String(value) : undefined;
}

/**
 * Returns pretty JSON of an object or a list, if everything that refused the value expects a text, and every number in
 * it is certain to be the one that was written.
 */
function textFromParts(value: JsonValue, refusals: readonly ValidationError[]): string | undefined {
  if (!refusals.some(wantsText) || !refusals.every((one) => isOnlyAboutText(one, "object")) || !isExact(value)) return undefined;
  if (!isArray(value)) return JSON.stringify(value, null, 2);
  const blocks = value.map(textOfBlock);
  // Whether a line ends between two blocks isn't known.
  if (blocks.length > 1 && blocks.every((block) => block !== undefined)) return undefined;
  return blocks.length === 1 && blocks[0] !== undefined ? blocks[0] : JSON.stringify(value, null, 2);
}

/** Returns the text of a content block as models' messages and MCP's results have them: `{ type: text, text: … }`. */
export function textOfBlock(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value) || value.type !== "text" || typeof value.text !== "string") return undefined;
  return Object.keys(value).length === 2 ? value.text : undefined;
}

function wantsText({ keyword, params }: ValidationError): boolean {
  if (keyword === "type") return typesIn(params).includes("string");
  return optionsOf(keyword, params).some((option) => typeof option === "string");
}

/**
 * Returns true if a keyword refused a value because it isn't a text, or isn't one of some texts. False for a limit, or
 * if a list is expected.
 */
function isOnlyAboutText({ keyword, params }: ValidationError, type: string): boolean {
  if (unions.includes(keyword)) return true;
  if (keyword === "type") return !typesIn(params).includes("array");
  const options = optionsOf(keyword, params);
  return options.length > 0 && options.every((option) => typeof option !== type);
}

const typesIn = (params: ValidationError["params"]): readonly unknown[] => [params.type].flat();

function optionsOf(keyword: string, { allowedValue, allowedValues }: ValidationError["params"]): readonly unknown[] {
  if (keyword === "const") return [allowedValue];
  return keyword === "enum" && isArray(allowedValues) ? allowedValues : [];
}

/** Returns true if no number was visibly changed by JSON's parser. */
function isExact(value: JsonValue): boolean {
  if (typeof value === "number") return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  if (isArray(value)) return value.every(isExact);
  return !isJsonObject(value) || Object.values(value).every(isExact);
}
