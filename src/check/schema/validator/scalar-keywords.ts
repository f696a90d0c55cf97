import type { JsonValue } from "../../../runtime/json/json-value.js";
import { slowFormat } from "../../../runtime/tool/bound-texts.js";
import { multipleOfPrecision } from "../../../runtime/tool/validation-options.js";
import { formatsByName } from "./ajv-modules.js";
import { codeText, memberAccess } from "./code-text.js";
import { errorCode, type SchemaPosition, type ValidatorPrinter } from "./schema-position.js";

/** Prints one keyword, whose value is given. */
export type KeywordPrinter = (position: SchemaPosition, value: JsonValue, printer: ValidatorPrinter) => string;

interface Failure {
  readonly keyword: string;
  /** The test that fails, as code. */
  readonly test: string;
  readonly params: string;
  readonly message: string;
}

function failIf(position: SchemaPosition, { scope }: ValidatorPrinter, { test, ...parts }: Failure): string {
  return `if(${test}){${errorCode(position, scope, parts)}}`;
}

const comparison =
  (keyword: string, ok: string, failing: string): KeywordPrinter =>
  (position, limit, printer) =>
    failIf(position, printer, {
      keyword,
      test: `${position.data} ${failing} ${limit} || isNaN(${position.data})`,
      params: `comparison: "${ok}", limit: ${limit}`,
      message: `"must be ${ok} ${limit}"`,
    });

/** `most` counts too many of the units, otherwise too few. */
export const countLimit =
  (keyword: string, unit: string, count: (data: string, printer: ValidatorPrinter) => string): KeywordPrinter =>
  (position, limit, printer) => {
    const [failing, words] = keyword.startsWith("max") ? [">", "more"] : ["<", "fewer"];
    return failIf(position, printer, {
      keyword,
      test: `${count(position.data, printer)} ${failing} ${limit}`,
      params: `limit: ${limit}`,
      message: `"must NOT have ${words} than ${limit} ${unit}"`,
    });
  };

const multipleOf: KeywordPrinter = (position, factor, printer) => {
  const quotient = printer.scope.name("res");
  const test = `(${factor} === 0 || (${quotient} = ${position.data}/${factor}, Math.abs(Math.round(${quotient}) - ${quotient}) > 1e-${multipleOfPrecision}))`;
  const parts = { keyword: "multipleOf", test, params: `multipleOf: ${factor}`, message: `"must be multiple of ${factor}"` };
  return `let ${quotient};${failIf(position, printer, parts)}`;
};

const pattern: KeywordPrinter = (position, text, printer) => {
  const code = codeText(text);
  const name = printer.scope.constant("pattern", new RegExp(String(text), "u").toString(), `new RegExp(${code}, "u")`);
  const parts = { keyword: "pattern", params: `pattern: ${code}`, message: `"must match pattern \\""+${code}+"\\""` };
  return whereShort(position, printer, failIf(position, printer, { ...parts, test: `!${name}.test(${position.data})` }));
};

/** Returns the code within a test of `maxLength`, if there is one. A character is at most two code units. */
function whereShort({ schema, data }: SchemaPosition, { isBounded }: ValidatorPrinter, code: string): string {
  return isBounded && typeof schema.maxLength === "number" ? `if(${data}.length <= ${2 * schema.maxLength}){${code}}` : code;
}

/** `format` is a keyword of texts and of numbers, and each format is about one of them. */
const formatOf =
  (type: "number" | "string"): KeywordPrinter =>
  (position, format, printer) => {
    const name = String(format);
    const known = formatsByName[name];
    if (known === undefined || known === true) return "";
    const isPattern = known instanceof RegExp;
    const code = isPattern ? String(known) : `require("ajv-formats/dist/formats").fullFormats${memberAccess(name)}`;
    const constant = printer.scope.constant("formats", name, code);
    if (type !== ("type" in known ? known.type : "string")) return "";
    const call = isPattern ? `${constant}.test` : typeof known === "function" ? constant : `${constant}.validate`;
    const parts = { keyword: "format", params: `format: ${codeText(name)}`, message: `"must match format \\""+${codeText(name)}+"\\""` };
    const checked = failIf(position, printer, { ...parts, test: `!(${call}(${position.data}))` });
    return name === slowFormat ? whereShort(position, printer, checked) : checked;
  };

const number: Readonly<Record<string, KeywordPrinter>> = {
  maximum: comparison("maximum", "<=", ">"),
  minimum: comparison("minimum", ">=", "<"),
  exclusiveMaximum: comparison("exclusiveMaximum", "<", ">="),
  exclusiveMinimum: comparison("exclusiveMinimum", ">", "<="),
  multipleOf,
  format: formatOf("number"),
};

/** Counts characters as JSON Schema does. */
const characters = (data: string, { scope }: ValidatorPrinter) =>
  `${scope.constant("func", "ucs2length", 'require("ajv/dist/runtime/ucs2length").default')}(${data})`;

const string: Readonly<Record<string, KeywordPrinter>> = {
  maxLength: countLimit("maxLength", "characters", characters),
  minLength: countLimit("minLength", "characters", characters),
  pattern,
  format: formatOf("string"),
};

/** These have scalars as values here. */
const any: Readonly<Record<string, KeywordPrinter>> = {
  const: (position, value, printer) =>
    failIf(position, printer, {
      keyword: "const",
      test: `${codeText(value)} !== ${position.data}`,
      params: `allowedValue: ${value === null ? `${position.access}.const` : codeText(value)}`,
      message: '"must be equal to constant"',
    }),
  enum: (position, values, printer) => {
    const tests = (values as readonly JsonValue[]).map((value) => `${position.data} === ${codeText(value)}`);
    return failIf(position, printer, {
      keyword: "enum",
      test: `!(${tests.reduce((all, test) => `(${all}) || (${test})`)})`,
      params: `allowedValues: ${position.access}.enum`,
      message: '"must be equal to one of the allowed values"',
    });
  },
};

/** The keywords of scalars and of values of any type, in the order of their code. */
export const scalarKeywords = { any, number, string };
