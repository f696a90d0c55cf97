import { _, Ajv2020 } from "ajv/dist/2020.js";
import { ValueScope } from "ajv/dist/compile/codegen/scope.js";
import standalone from "ajv/dist/standalone/index.js";
import formatsPlugin from "ajv-formats";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { boundTexts, hasBoundedText, validationOptions } from "../../agent/validator.js";
import type { Validator } from "../../contract/definition.js";
import { invariant } from "../../contract/diagnostic.js";
import type { JsonObject } from "../../contract/json-value.js";
import { knownKeywords, mapSubschemas, subschemas } from "./subschemas.js";

// The bundled command line loads this module and the package when they are first used (`scripts/command-line.mjs`).

const addFormats = formatsPlugin.default;
const standaloneCode = standalone.default;

/** Compiles a valid schema. If ajv throws although `checkSchema` found nothing, that is a bug in toolgen. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const validated = withoutAnnotations(withoutUnknownKeywords(schema));
  const { ownProperties } = validationOptions(schema);
  return withCompiler({ ownProperties, isBounded: hasBoundedText(schema) }, (ajv) => {
    const validate = ajv.compile(validated);
    return { validate: validate as Validator, source: standaloneCode(ajv, validate) };
  });
}

/** Keywords for people and models, which no validator reads. */
const annotations = ["title", "description", "examples", "deprecated", "readOnly", "writeOnly", "$comment"];

/** Returns a schema without its annotations: the source of a validator contains the schema, and each call reads it. */
function withoutAnnotations(schema: JsonObject): JsonObject {
  return mapSubschemas(schema, (one) => Object.fromEntries(Object.entries(one).filter(([key]) => !annotations.includes(key))));
}

/** The values of `format` that are checked. */
export const knownFormats = (): readonly string[] => Object.keys(fullFormats);

/** The meta-schema of JSON Schema 2020-12 as a validator that finds all errors. */
export function compileMetaSchema(): Validator {
  const validate = new Ajv2020(metaOptions).getSchema(metaSchema);
  invariant(validate !== undefined, "ajv knows the meta-schema");
  return validate as Validator;
}

const metaSchema = "https://json-schema.org/draft/2020-12/schema";
const metaOptions = { strict: false, allErrors: true, logger: false } as const;

interface CompilerOptions {
  /** True if a parameter has the name of a member that every object inherits. */
  readonly ownProperties: boolean;
  /** True if a text has a limit of its length besides its pattern. */
  readonly isBounded: boolean;
}

/** Instances of ajv that nothing refers to, by their options. */
const idle = new Map<string, Ajv2020>();

/**
 * Calls a function with an instance of ajv that knows no other schema. An instance is used again, because making one
 * takes a quarter of the time of compiling a tool's schema.
 */
function withCompiler<T>(options: CompilerOptions, use: (ajv: Ajv2020) => T): T {
  const key = `${options.ownProperties} ${options.isBounded}`;
  const ajv = idle.get(key) ?? compiler(options);
  // An instance whose work throws isn't used again.
  idle.delete(key);
  const result = use(ajv);
  if (forgetsAll(ajv)) idle.set(key, ajv);
  return result;
}

function compiler({ ownProperties, isBounded }: CompilerOptions): Ajv2020 {
  const code = { source: true, lines: false, optimize: 1 } as const;
  const ajv = new Ajv2020({ ...validationOptions({}), ownProperties, code });
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

/** A schema compiled in two forms: a function for this process, and the source that calls run. */
export interface CompiledSchema {
  readonly validate: Validator;
  /** A CommonJS module that exports the validator; it requires ajv's runtime helpers by their package paths. */
  readonly source: string;
}

/**
 * Returns a schema without the keywords that JSON Schema 2020-12 doesn't know. Validators know some more (`nullable`,
 * `id`, `formatMinimum`), and refuse some uses of them; the spec's author was warned that nothing checks them.
 */
export function withoutUnknownKeywords(schema: JsonObject): JsonObject {
  const isKnown = (key: string) => knownKeywords.includes(key);
  if (subschemas(schema).every((subschema) => Object.keys(subschema.schema).every(isKnown))) return schema;
  return mapSubschemas(schema, (one) => Object.fromEntries(Object.entries(one).filter(([key]) => isKnown(key))));
}
