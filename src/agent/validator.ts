import type { Ajv, CodeKeywordDefinition, KeywordCxt } from "ajv";
import type { Validator } from "../contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { interruptAfter, TimeLimitReached } from "../contract/time-limit.js";
import { ajvPackages } from "./tool/ajv-packages.js";
import { checkForm, map } from "./tool/check-options.js";

/**
 * Makes a validator of a JSON Schema 2020-12 with its formats, which fills in defaults. It loads ajv and compiles the
 * schema on first use: a tool that isn't called costs neither, and a schema that can't be compiled throws then.
 */
export function createValidator(schema: JsonObject): Validator {
  checkForm("The schema of createValidator", schema, map);
  return later(() => compile(withoutNullable(schema) as JsonObject, validationOptions(schema)));
}

/**
 * Makes a validator of another author's schema, of any draft from the sixth on. It is lazy like `createValidator`, and
 * leaves defaults to the author. If the schema can't be compiled, or its patterns take too long, it accepts everything
 * from then on, and `onUnusable` gets the reason once.
 */
export function lenientValidator(schema: JsonObject, onUnusable: (reason: string) => void): Validator {
  const accept: Validator = () => true;
  return later(() => {
    try {
      const validate = compile(schema, { ...validationOptions(schema), useDefaults: false });
      return hasPatterns(schema) ? limitedValidator(validate, () => onUnusable(`it took longer than ${limitMs / 1000} s`)) : validate;
    } catch (error) {
      onUnusable(error instanceof Error ? error.message : String(error));
      return accept;
    }
  });
}

/** The time limit of the patterns in a schema that no build has checked. */
const limitMs = 1000;

const hasPatterns = (schema: JsonObject) => /"(?:pattern|patternProperties|format)":/.test(JSON.stringify(schema));

function limitedValidator(validate: Validator, onLate: () => void): Validator {
  let isLate = false;
  const limited: Validator = (data) => {
    limited.errors = null;
    if (isLate) return true;
    try {
      const valid = interruptAfter(limitMs, () => validate(data));
      limited.errors = validate.errors ?? null;
      return valid;
    } catch (error) {
      if (!(error instanceof TimeLimitReached)) throw error;
      isLate = true;
      onLate();
      return true;
    }
  };
  return limited;
}

function later(make: () => Validator): Validator {
  let made: Validator | undefined;
  const validate: Validator = (data) => {
    made ??= make();
    const valid = made(data);
    validate.errors = made.errors ?? null;
    return valid;
  };
  return validate;
}

type Options = Omit<ReturnType<typeof validationOptions>, "useDefaults"> & { readonly useDefaults: boolean };

/** Each schema has its own instance, as at build time: identifiers in one don't affect another. */
function compile(schema: JsonObject, options: Options): Validator {
  const Ajv = isOlder(schema) ? ajvPackages.ajv.Ajv : ajvPackages.ajv2020.Ajv2020;
  const ajv = new Ajv(options);
  if (hasBoundedText(schema)) boundTexts(ajv, ajvPackages.ajv._);
  ajvPackages.formats.default.default(ajv);
  for (const keyword of foreignKeywords) ajv.removeKeyword(keyword);
  return ajv.compile(schema) as Validator;
}

/**
 * Keywords of draft 4 and of ajv itself. A build warns of unknown keywords and ignores them, but ajv throws for some
 * uses of these.
 */
const foreignKeywords = ["id", "formatMinimum", "formatMaximum", "formatExclusiveMinimum", "formatExclusiveMaximum"];

/** Keywords whose keys are names, and those whose values are data. */
const [holdsNames, holdsData] = [
  ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"],
  ["const", "enum", "default", "examples"],
];

/** A schema without the `nullable` of OpenAPI, which ajv reads although it has no such keyword. */
function withoutNullable(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNullable);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => key !== "nullable");
  return Object.fromEntries(
    members.map(([key, inner]) => {
      if (holdsData.includes(key)) return [key, inner];
      const isMap = holdsNames.includes(key) && isJsonObject(inner);
      return [
        key,
        isMap ? Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, withoutNullable(one)])) : withoutNullable(inner),
      ];
    }),
  );
}

/** Drafts in which a tuple is a list in `items`. */
const isOlder = ({ $schema }: JsonObject) => typeof $schema === "string" && /json-schema\.org\/draft-0[467]\//.test($schema);

/** The decimals of a quotient that decide whether a number is a multiple: 0.01 has no exact binary form. */
const multipleOfPrecision = 6;

/** Keys that every object inherits. */
const inherited = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join("|")})":`);

/**
 * How ajv interprets a tool's schema, at build time and at run time alike, so that defaults and messages agree. Schemas
 * were checked at build time, so meta-schemas, which cost more than a tool's own, are left out.
 */
export function validationOptions(schema: JsonObject) {
  return {
    // Without it, an absent parameter named `constructor` is found on every object. With it, every look-up costs more.
    ownProperties: inherited.test(JSON.stringify(schema)),
    strict: false,
    allErrors: true,
    useDefaults: true,
    // Binary fractions: 19.99 / 0.01 is 1998.9999999999998.
    multipleOfPrecision,
    logger: false,
    meta: false,
    validateSchema: false,
  } as const;
}

/** The format whose regular expression isn't linear: its time grows with the third power of a text's length. */
export const slowFormat = "url";

/** Most schemas have no text with such a limit, and compile faster without changed keywords. */
export function hasBoundedText(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"maxLength":') && (text.includes('"pattern":') || text.includes(`"format":"${slowFormat}"`));
}

/**
 * Makes ajv match a `pattern` or a slow `format` only where a `maxLength` beside it holds: ajv reports all errors of a
 * value, and would match a text of megabytes that is too long anyway. A build accepts some patterns because of their
 * `maxLength`.
 */
export function boundTexts(ajv: Pick<Ajv, "getKeyword" | "removeKeyword" | "addKeyword">, code: typeof import("ajv")._): void {
  for (const keyword of ["pattern", "format"]) {
    // ajv's own keywords are all written in code.
    const own = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    const bounded = (cxt: KeywordCxt, type?: string) => {
      const { maxLength } = cxt.parentSchema;
      if (typeof maxLength !== "number" || (keyword === "format" && cxt.schema !== slowFormat)) return own.code(cxt, type);
      // A character is at most two code units.
      cxt.gen.if(code`${cxt.data}.length <= ${2 * maxLength}`, () => own.code(cxt, type));
    };
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ ...own, keyword, code: bounded });
  }
}
