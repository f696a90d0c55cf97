// The meta-schema of JSON Schema 2020-12, compiled when toolgen is built: compiling it takes longer than a build needs
// for the rest of a changed spec.

import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { replacedModules } from "./assets/plugins.mjs";

/**
 * The source of a module that exports `metaErrors`, as `src/compiler/json-schema/meta-errors.ts` does.
 */
export function metaSchemaSource() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, code: { source: true, lines: false, optimize: 1, esm: true } });
  const validator = standalone.default(ajv, { validate: "https://json-schema.org/draft/2020-12/schema" });
  return `${validator}
export const metaErrors = (schema) => (validate(schema) ? [] : [...validate.errors]);`;
}

/** An esbuild plugin that puts it in the place of that module. */
export const compiledMetaSchema = replacedModules({ "src/compiler/json-schema/meta-errors.ts": metaSchemaSource() });
