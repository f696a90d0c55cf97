import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";

type Test = (value: JsonValue) => boolean;

const isText: Test = (value) => typeof value === "string";
const isNumber: Test = (value) => typeof value === "number";
const isCount: Test = (value) => Number.isInteger(value) && Number(value) >= 0;
const isFlag: Test = (value) => typeof value === "boolean";
const isTexts: Test = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isAny: Test = () => true;
const isPart: Test = (value) => isFlag(value) || (isJsonObject(value) && isPlainSchema(value));
const types = new Set<JsonValue>(["array", "boolean", "integer", "null", "number", "object", "string"]);

const tests: Readonly<Record<string, Test>> = {
  type: (value) => types.has(value),
  ...{ title: isText, description: isText, default: isAny, deprecated: isFlag, examples: Array.isArray },
  ...{ enum: Array.isArray, const: isAny, minimum: isNumber, maximum: isNumber, pattern: isText, format: isText },
  ...{ minLength: isCount, maxLength: isCount, minItems: isCount, maxItems: isCount, minProperties: isCount, maxProperties: isCount },
  ...{ required: isTexts, items: isPart, additionalProperties: isPart },
  properties: (value) => isJsonObject(value) && Object.values(value).every(isPart),
};

/** Returns true if a schema has usual keywords only, with values that the meta-schema allows. */
export const isPlainSchema = (schema: JsonObject): boolean =>
  Object.entries(schema).every(([key, value]) => Object.hasOwn(tests, key) && tests[key]?.(value) === true);
