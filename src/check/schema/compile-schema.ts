import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { formatNames } from "ajv-formats/dist/formats.js";
import { invariant } from "../../diagnostics/invariant.js";
import type { Validator } from "../../runtime/contract/definition.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { mapSubschemas } from "./subschemas.js";
import { withoutUnknownKeywords } from "./uncompilable.js";
import { withCompiler } from "./with-compiler.js";

/** A schema compiled in two forms: a function for this process, and the source that calls run. */
export interface CompiledSchema {
  readonly validate: Validator;
  /** A CommonJS module that exports the validator; it requires ajv's runtime helpers by their package paths. */
  readonly source: string;
}

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
  return withCompiler(schema, (ajv) => {
    const validate = ajv.compile(withoutAnnotations(withoutUnknownKeywords(schema)));
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
export const knownFormats = (): readonly string[] => formatNames;
