import { isJsonObject, type JsonObject, type JsonValue } from "../../../runtime/json/json-value.js";
import { pointerStep } from "../../../runtime/json/pointer-step.js";
import { codeText, memberAccess } from "./code-text.js";
import { elementPath, propertyPath } from "./error-path.js";
import { countLimit, type KeywordPrinter } from "./scalar-keywords.js";
import { errorCode, type SchemaPosition, type ValidatorPrinter } from "./schema-position.js";
import { isUnrestricted } from "./usual-schema.js";

/** Stands for the value of a part in its code. No text of a schema has this character: it is escaped in code. */
const dataMark = "\0";

/** Prints the code of a part. A value that is read once needs no variable. */
function partCode(part: Omit<SchemaPosition, "data">, value: string, { scope, print }: ValidatorPrinter): string {
  const name = scope.name("data");
  const pieces = print({ ...part, data: dataMark }).split(dataMark);
  return pieces.length === 2 ? pieces.join(value) : `let ${name} = ${value};${pieces.join(name)}`;
}

/** With more properties, a key is looked up in the schema. */
const mostComparedKeys = 8;

const required: KeywordPrinter = (position, names, { scope }) =>
  (names as readonly string[])
    .map((name) => {
      const error = errorCode(position, scope, {
        keyword: "required",
        params: `missingProperty: ${codeText(name)}`,
        message: `"must have required property '"+${codeText(name)}+"'"`,
      });
      return `if(${position.data}${memberAccess(name)} === undefined){${error}}`;
    })
    .join("");

const additionalProperties: KeywordPrinter = (position, allowed, { scope }) => {
  if (allowed !== false) return "";
  const { data, schema, access } = position;
  const names = propertyNames(schema);
  const key = scope.name("key");
  const isKnown =
    names.length > mostComparedKeys
      ? `${scope.constant("func", "hasOwnProperty", "Object.prototype.hasOwnProperty")}.call(${access}.properties, ${key})`
      : names.map((name) => `${key} === ${codeText(name)}`).reduce((all, test) => (all === "" ? test : `(${all}) || (${test})`), "");
  const error = errorCode(position, scope, {
    keyword: "additionalProperties",
    params: `additionalProperty: ${key}`,
    message: '"must NOT have additional properties"',
  });
  return `for(const ${key} in ${data}){${isKnown === "" ? error : `if(!(${isKnown})){${error}}`}}`;
};

const properties: KeywordPrinter = (position, schemas, printer) => {
  const { access, pointer, data, path } = position;
  return Object.entries(schemas as JsonObject)
    .map(([name, schema]) => {
      if (!isJsonObject(schema) || isUnrestricted(schema)) return "";
      const value = `${data}${memberAccess(name)}`;
      const part = {
        schema,
        access: `${access}.properties${memberAccess(name)}`,
        pointer: `${pointer}/properties/${encodeURIComponent(pointerStep(name))}`,
        path: propertyPath(path, name),
      };
      const code = partCode(part, value, printer);
      return schema.default === undefined ? `if(${value} !== undefined){${code}}` : code;
    })
    .join("");
};

const items: KeywordPrinter = (position, schema, printer) => {
  if (!isJsonObject(schema) || isUnrestricted(schema)) return "";
  const { access, pointer, data, path } = position;
  const length = printer.scope.name("len");
  const index = printer.scope.name("i");
  const part = { schema, access: `${access}.items`, pointer: `${pointer}/items`, path: elementPath(path, index) };
  const code = partCode(part, `${data}[${index}]`, printer);
  return `const ${length} = ${data}.length;for(let ${index}=0; ${index}<${length}; ${index}++){${code}}`;
};

const propertyNames = ({ properties: declared }: JsonObject) => Object.keys(isJsonObject(declared) ? declared : {});

/** The code that fills in the defaults of an object's properties. */
export function defaultsCode({ schema, data }: SchemaPosition): string {
  const declared = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  return declared
    .map(([name, part]): readonly [string, JsonValue | undefined] => [
      `${data}${memberAccess(name)}`,
      isJsonObject(part) ? part.default : undefined,
    ])
    .map(([value, byDefault]) => (byDefault === undefined ? "" : `if(${value} === undefined){${value} = ${codeText(byDefault)};}`))
    .join("");
}

const elementCount = (data: string) => `${data}.length`;
const keyCount = (data: string) => `Object.keys(${data}).length`;

const array: Readonly<Record<string, KeywordPrinter>> = {
  maxItems: countLimit("maxItems", "items", elementCount),
  minItems: countLimit("minItems", "items", elementCount),
  items,
};

const object: Readonly<Record<string, KeywordPrinter>> = {
  maxProperties: countLimit("maxProperties", "properties", keyCount),
  minProperties: countLimit("minProperties", "properties", keyCount),
  required,
  additionalProperties,
  properties,
};

/** The keywords of lists and of objects, in the order of their code. */
export const collectionKeywords = { array, object };
