import { _, Ajv2020 } from "ajv/dist/2020.js";
import { ValueScope } from "ajv/dist/compile/codegen/scope.js";
import standalone from "ajv/dist/standalone/index.js";
import formatsPlugin from "ajv-formats";
import { invariant } from "../../diagnostics/invariant.js";
import type { Validator } from "../../runtime/contract/definition.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { boundTexts, hasBoundedText } from "../../runtime/tool/bound-texts.js";
import { validationOptions } from "../../runtime/tool/validation-options.js";
import { mapSubschemas } from "./subschemas.js";
import { withoutUnknownKeywords } from "./uncompilable.js";
import { formatsByName } from "./validator/ajv-modules.js";
import { loadValidator } from "./validator/load-validator.js";
import { printValidator } from "./validator/print-validator.js";
import { isUsualSchema } from "./validator/usual-schema.js";

/** A schema compiled in two forms: a function for this process, and the source that calls run. */
export interface CompiledSchema {
  readonly validate: Validator;
  /** A CommonJS module that exports the validator; it requires ajv's runtime helpers by their package paths. */
  readonly source: string;
}

const addFormats = formatsPlugin.default;
const standaloneCode = standalone.default;

/** The meta-schema of JSON Schema 2020-12 as a validator that finds all errors. */
export function compileMetaSchema(): Validator {
  const validate = new Ajv2020(metaOptions).getSchema(metaSchema);
  invariant(validate !== undefined, "ajv knows the meta-schema");
  return validate as Validator;
}

const metaSchema = "https://json-schema.org/draft/2020-12/schema";
const metaOptions = { strict: false, allErrors: true, logger: false } as const;

/** Compiles a valid schema. If ajv throws although `checkSchema` found nothing, that is a bug in toolgen. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const validated = withoutAnnotations(withoutUnknownKeywords(schema));
  if (!isUsualSchema(validated) || validationOptions(schema).ownProperties) return compileByAjv(schema, validated);
  const source = printValidator(validated, { isBounded: hasBoundedText(schema) });
  return { validate: loadValidator(source), source };
}

/** Compiles a schema by ajv, which takes a hundred times as long as printing the same code. */
export function compileByAjv(schema: JsonObject, validated = withoutAnnotations(withoutUnknownKeywords(schema))): CompiledSchema {
  return withCompiler(schema, (ajv) => {
    const validate = ajv.compile(validated);
    return { validate: validate as Validator, source: standaloneCode(ajv, validate) };
  });
}

/** Instances of ajv that nothing refers to, by their options. */
const idle = new Map<string, Ajv2020>();

/**
 * Calls a function with an instance of ajv that knows no other schema. An instance is used again, because making one
 * takes a quarter of the time of compiling a tool's schema.
 */
function withCompiler<T>(schema: JsonObject, use: (ajv: Ajv2020) => T): T {
  const options = validationOptions(schema);
  const isBounded = hasBoundedText(schema);
  const key = `${options.ownProperties} ${isBounded}`;
  const ajv = idle.get(key) ?? compiler(options, isBounded);
  // An instance whose work throws isn't used again.
  idle.delete(key);
  const result = use(ajv);
  if (forgetsAll(ajv)) idle.set(key, ajv);
  return result;
}

function compiler(options: ReturnType<typeof validationOptions>, isBounded: boolean): Ajv2020 {
  const code = { source: true, lines: false, optimize: 1 } as const;
  const ajv = new Ajv2020({ ...options, code });
  if (isBounded) boundTexts(ajv, _);
  return addFormats(ajv) as Ajv2020;
}

/**
 * Removes every schema, and gives the code of the next one names of its own: ajv numbers names by instance, and a
 * tool's code must not depend on other tools. Returns false if a schema has left an identifier.
 */
function forgetsAll(ajv: Ajv2020): boolean {
  if (Object.keys(ajv.refs).length > 0 || Object.keys(ajv.schemas).length > 0) return false;
  ajv.removeSchema();
  Object.assign(ajv, { scope: new ValueScope({ ...ajv.scope.opts, scope: {} }) });
  return true;
}

/** Keywords for people and models, which no validator reads. */
const annotations = ["title", "description", "examples", "deprecated", "readOnly", "writeOnly", "$comment"];

/** Returns a schema without its annotations: the source of a validator contains the schema, and each call reads it. */
function withoutAnnotations(schema: JsonObject): JsonObject {
  return mapSubschemas(schema, (one) => Object.fromEntries(Object.entries(one).filter(([key]) => !annotations.includes(key))));
}

/** The values of `format` that are checked. */
export const knownFormats = (): readonly string[] => Object.keys(formatsByName);
