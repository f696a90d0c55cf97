import { createRequire } from "node:module";
import type { Validator } from "../contract/definition.js";
import { interruptAfter, TimeLimitReached } from "../io/interrupt-after.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { boundTexts, hasBoundedText } from "./bound-texts.js";
import { validationOptions } from "./validation-options.js";

type AjvModule = typeof import("ajv/dist/2020.js");
type OlderAjvModule = typeof import("ajv");
type FormatsModule = typeof import("ajv-formats");

/**
 * Makes a validator of a JSON Schema 2020-12 with its formats, which fills in defaults. It loads ajv and compiles the
 * schema on first use: a tool that isn't called costs neither, and a schema that can't be compiled throws then.
 */
export function createValidator(schema: JsonObject): Validator {
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
  const load = createRequire(import.meta.url);
  // The types are those of these packages, on which this package depends.
  const { default: addFormats } = load("ajv-formats") as FormatsModule;
  const Ajv = isOlder(schema) ? (load("ajv") as OlderAjvModule).Ajv : (load("ajv/dist/2020.js") as AjvModule).Ajv2020;
  const ajv = new Ajv(options);
  if (hasBoundedText(schema)) boundTexts(ajv, (load("ajv") as OlderAjvModule)._);
  addFormats.default(ajv);
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
