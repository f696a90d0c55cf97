import type { ValidationError } from "../../runtime/contract/definition.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { compileMetaSchema } from "./ajv.js";

let validate: ReturnType<typeof compileMetaSchema> | undefined;

/**
 * Where a schema isn't as the meta-schema of JSON Schema 2020-12 wants it, whatever `$schema` it names itself. Compiling the meta-schema takes longer than checking a few tools: the
 * bundled command line has this module already compiled (`scripts/meta-schema.mjs`).
 */
export function metaErrors(schema: JsonObject): readonly ValidationError[] {
  validate ??= compileMetaSchema();
  return validate(schema) ? [] : [...(validate.errors ?? [])];
}
