import { isJsonObject, type JsonObject } from "../../../runtime/json/json-value.js";
import { codeText } from "./code-text.js";
import { collectionKeywords, defaultsCode } from "./collection-keywords.js";
import { rootPath } from "./error-path.js";
import { type KeywordPrinter, scalarKeywords } from "./scalar-keywords.js";
import { errorCode, type SchemaPosition, type ValidatorPrinter } from "./schema-position.js";
import { otherTypesTest, typeTest } from "./type-test.js";
import { ValidatorScope } from "./validator-scope.js";

/**
 * Prints the CommonJS module of a usual schema's validator: the same text that ajv prints, in a hundredth of its time.
 * A test compares the two.
 */
export function printValidator(schema: JsonObject, { isBounded }: Pick<ValidatorPrinter, "isBounded">): string {
  const scope = new ValidatorScope();
  const access = scope.constant("schema", "root", codeText(schema));
  const printer: ValidatorPrinter = { scope, isBounded, print: (position) => schemaCode(position, printer) };
  const body = schemaCode({ schema, access, pointer: "#", data: "data", path: rootPath }, printer);
  return [
    '"use strict";module.exports = validate0;module.exports.default = validate0;',
    scope.declarations,
    'function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){',
    "let vErrors = null;let errors = 0;const evaluated0 = validate0.evaluated;",
    "if(evaluated0.dynamicProps){evaluated0.props = undefined;}if(evaluated0.dynamicItems){evaluated0.items = undefined;}",
    body,
    "validate0.errors = vErrors;return errors === 0;}",
    `validate0.evaluated = ${JSON.stringify(evaluatedParts(schema))};`,
  ].join("");
}

/** The parts of a value that a schema is about, for the keywords that begin with `unevaluated`. */
function evaluatedParts({ properties, additionalProperties, items }: JsonObject): JsonObject {
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const props = additionalProperties !== undefined || (names.length > 0 && Object.fromEntries(names.map((name) => [name, true])));
  return { ...(props !== false && { props }), ...(items !== undefined && { items: true }), dynamicProps: false, dynamicItems: false };
}

/** Keywords of one type of values, in the order of their code. */
const groups: readonly (readonly [type: string, keywords: Readonly<Record<string, KeywordPrinter>>])[] = [
  ["number", scalarKeywords.number],
  ["string", scalarKeywords.string],
  ["array", collectionKeywords.array],
  ["object", collectionKeywords.object],
];

function schemaCode(position: SchemaPosition, printer: ValidatorPrinter): string {
  const { schema, data } = position;
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : schema.type === undefined ? [] : [String(schema.type)];
  const used = groups.filter(([, keywords]) => isUsed(schema, keywords));
  // The keywords of the only type are tested with it.
  const typeOfGroup = types.length === 1 ? used.find(([type]) => type === types[0])?.[0] : undefined;
  const typeError = () => typeErrorCode(position, printer);
  let code = types.length > 0 && typeOfGroup === undefined ? `if(${otherTypesTest(types, data)}){${typeError()}}` : "";
  code += keywordsCode(position, scalarKeywords.any, printer);
  for (const [type, keywords] of used) {
    const defaults = type === "object" ? defaultsCode(position) : "";
    const content = defaults + keywordsCode(position, keywords, printer);
    code += groupCode({
      test: typeTest(type, data),
      content,
      otherwise: type === typeOfGroup ? typeError() : "",
      isOpen: type === "object" && schema.additionalProperties !== undefined,
    });
  }
  return code;
}

const isUsed = (schema: JsonObject, keywords: Readonly<Record<string, KeywordPrinter>>) =>
  Object.keys(keywords).some((key) => schema[key] !== undefined);

function keywordsCode(position: SchemaPosition, keywords: Readonly<Record<string, KeywordPrinter>>, printer: ValidatorPrinter): string {
  return Object.entries(keywords)
    .map(([key, print]) => {
      const value = position.schema[key];
      return value === undefined ? "" : print(position, value, printer);
    })
    .join("");
}

interface Group {
  readonly test: string;
  readonly content: string;
  readonly otherwise: string;
  /** True if the group has a keyword that ajv counts as code even if it needs none. */
  readonly isOpen: boolean;
}

function groupCode({ test, content, otherwise, isOpen }: Group): string {
  if (otherwise === "") return content === "" ? "" : `if(${test}){${content}}`;
  return content === "" && !isOpen ? `if(!(${test})){${otherwise}}` : `if(${test}){${content}}else {${otherwise}}`;
}

function typeErrorCode(position: SchemaPosition, { scope }: ValidatorPrinter): string {
  const { type } = position.schema;
  const [params, names] = Array.isArray(type) ? [`${position.access}.type`, type.join(",")] : [codeText(String(type)), String(type)];
  return errorCode(position, scope, { keyword: "type", params: `type: ${params}`, message: codeText(`must be ${names}`) });
}
