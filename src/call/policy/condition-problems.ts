import { isArray, isJsonObject, type JsonValue } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import { decidedKeywords } from "../schema-keywords.js";

type Path = SettingsProblem["path"];

/**
 * Returns the problems of a settings condition that is a JSON Schema. A misspelt keyword would match nothing, or
 * everything, silently.
 */
export function conditionProblems(wanted: JsonValue, path: Path): readonly SettingsProblem[] {
  if (!isJsonObject(wanted)) return [];
  return Object.entries(wanted).flatMap(([key, value]): readonly SettingsProblem[] => {
    if (!decidedKeywords.includes(key))
      return [
        { path: [...path, key], message: `A condition can't have the keyword '${key}'.${didYouMean(key, decidedKeywords)}`, isKey: true },
      ];
    const message = valueProblem(key, value);
    if (message !== undefined) return [{ path: [...path, key], message, isKey: false }];
    return inside(key, value).flatMap(([steps, schema]) => schemaProblems(schema, [...path, key, ...steps]));
  });
}

/** ` Did you mean 'dangerous'?`, if there is a close name. */
export function didYouMean(given: string, accepted: readonly string[]): string {
  const suggestion = closest(given, accepted);
  return suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`;
}

const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
const schemas = ["not", "if", "then", "else", "items", "contains", "propertyNames", "additionalProperties"];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas"];
const numbers = /^(?:minimum|maximum|exclusive(?:Minimum|Maximum)|multipleOf|(?:min|max)(?:Length|Items|Contains|Properties))$/;

function valueProblem(key: string, value: JsonValue): string | undefined {
  if (key === "type") {
    const wrong = (isArray(value) ? value : [value]).find((type) => !types.some((one) => one === type));
    return wrong === undefined
      ? undefined
      : `${JSON.stringify(wrong)} is not one of ${types.join(", ")}.${didYouMean(String(wrong), types)}`;
  }
  if (key === "pattern") return isPattern(value) ? undefined : noPattern(value);
  if (numbers.test(key)) return typeof value === "number" ? undefined : "Expected a number.";
  if (key === "enum" || key === "required" || lists.includes(key)) return isArray(value) ? undefined : "Expected a list.";
  if (!maps.includes(key)) return undefined;
  if (!isJsonObject(value)) return "Expected a map.";
  const wrong = key === "patternProperties" ? Object.keys(value).find((pattern) => !isPattern(pattern)) : undefined;
  return wrong === undefined ? undefined : noPattern(wrong);
}

const noPattern = (value: JsonValue) => `${JSON.stringify(value)} is not a regular expression.`;

/** The subschemas of a keyword, by the keys that lead to them. */
function inside(key: string, value: JsonValue): readonly (readonly [Path, JsonValue])[] {
  if (schemas.includes(key)) return [[[], value]];
  if (lists.includes(key) && isArray(value)) return value.map((one, i) => [[i], one] as const);
  return maps.includes(key) && isJsonObject(value) ? Object.entries(value).map(([name, one]) => [[name], one] as const) : [];
}

function schemaProblems(schema: JsonValue, path: Path): readonly SettingsProblem[] {
  if (isJsonObject(schema) || typeof schema === "boolean") return conditionProblems(schema, path);
  return [{ path, message: "Expected a JSON Schema.", isKey: false }];
}

function isPattern(value: JsonValue): boolean {
  try {
    return typeof value === "string" && new RegExp(value, "u") !== undefined;
  } catch {
    return false;
  }
}

/** A problem in settings, and the path of its keys. */
export interface SettingsProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** True if the key is wrong, and not its value. */
  readonly isKey: boolean;
}
