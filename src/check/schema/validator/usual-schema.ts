import { isJsonObject, type JsonObject, type JsonValue } from "../../../runtime/json/json-value.js";
import { formatsByName } from "./ajv-modules.js";

type Test = (value: JsonValue) => boolean;

/** The length from which ajv prints a loop. */
const longList = 200;

const isNumber: Test = (value) => typeof value === "number";
const isScalar: Test = (value) => typeof value !== "object" || value === null;
const isShortList = (value: JsonValue, isOf: Test) => Array.isArray(value) && value.length < longList && value.every(isOf);
const isText: Test = (value) => typeof value === "string";
const isPart: Test = (value) => value === true || (isJsonObject(value) && (isUnrestricted(value) || isUsualPart(value)));

/** The keywords that restrict a value, with the values for which `printValidator` has code. */
const supported: Readonly<Record<string, Test>> = {
  type: (value) => isText(value) || isShortList(value, isText),
  enum: (value) => isShortList(value, isScalar) && Array.isArray(value) && value.length > 0,
  const: isScalar,
  maximum: isNumber,
  minimum: isNumber,
  exclusiveMaximum: isNumber,
  exclusiveMinimum: isNumber,
  multipleOf: isNumber,
  maxLength: isNumber,
  minLength: isNumber,
  pattern: isText,
  format: (value) => isText(value) && Object.hasOwn(formatsByName, String(value)),
  maxItems: isNumber,
  minItems: isNumber,
  items: isPart,
  maxProperties: isNumber,
  minProperties: isNumber,
  required: (value) => isShortList(value, isText),
  additionalProperties: (value) => typeof value === "boolean",
  properties: (value) => isJsonObject(value) && !Object.hasOwn(value, "__proto__") && Object.values(value).every(isPart),
};

/** Keywords for which a validator has no code in the place where they are. */
const inert: ReadonlySet<string> = new Set(["default", "$defs", "contentEncoding", "contentMediaType"]);

/** Returns true if every value is valid. */
export const isUnrestricted = (schema: JsonObject): boolean => Object.keys(schema).every((key) => inert.has(key));

/** Returns true if `printValidator` can print the validator of a schema. ajv can for every schema. */
export const isUsualSchema = (schema: JsonObject): boolean =>
  !isUnrestricted(schema) &&
  Object.entries(schema).every(([key, value]) => inert.has(key) || (Object.hasOwn(supported, key) && supported[key]?.(value) === true));

/** A part without these may need no code at all, which changes the code around it. */
const isUsualPart = (schema: JsonObject): boolean => {
  const { type, enum: values, const: value } = schema;
  const isTested =
    (type !== undefined && (type as JsonValue as string | readonly string[]).length > 0) || values !== undefined || value !== undefined;
  return isTested && isUsualSchema(schema);
};
