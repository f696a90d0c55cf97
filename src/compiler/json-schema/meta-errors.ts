import type { ValidationError } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import { compileMetaSchema } from "./compile-schema.js";

let validate: ReturnType<typeof compileMetaSchema> | undefined;

/**
 * Returns where a schema violates the meta-schema of JSON Schema 2020-12, whatever `$schema` it declares. Compiling the
 * meta-schema takes longer than checking a few tools, so the bundled command line has this module precompiled
 * (`scripts/meta-schema.mjs`).
 */
export function metaErrors(schema: JsonObject): readonly ValidationError[] {
  validate ??= compileMetaSchema();
  return validate(schema) ? [] : [...(validate.errors ?? [])];
}
