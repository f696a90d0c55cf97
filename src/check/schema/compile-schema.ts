import type { JsonObject } from "../../runtime/json/json-value.js";
import { hasBoundedText } from "../../runtime/tool/bound-texts.js";
import { validationOptions } from "../../runtime/tool/validation-options.js";
import { compileByAjv } from "./compile-by-ajv.js";
import type { CompiledSchema } from "./compiled-schema.js";
import { mapSubschemas } from "./subschemas.js";
import { withoutUnknownKeywords } from "./uncompilable.js";
import { formatsByName } from "./validator/ajv-modules.js";
import { loadValidator } from "./validator/load-validator.js";
import { printValidator } from "./validator/print-validator.js";
import { isUsualSchema } from "./validator/usual-schema.js";

/** Compiles a valid schema. If ajv throws although `checkSchema` found nothing, that is a bug in toolgen. */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const validated = withoutAnnotations(withoutUnknownKeywords(schema));
  const { ownProperties } = validationOptions(schema);
  const isBounded = hasBoundedText(schema);
  if (ownProperties || !isUsualSchema(validated)) return compileByAjv(validated, { ownProperties, isBounded });
  const source = printValidator(validated, { isBounded });
  return { validate: loadValidator(source), source };
}

/** Keywords for people and models, which no validator reads. */
const annotations = ["title", "description", "examples", "deprecated", "readOnly", "writeOnly", "$comment"];

/** Returns a schema without its annotations: the source of a validator contains the schema, and each call reads it. */
function withoutAnnotations(schema: JsonObject): JsonObject {
  return mapSubschemas(schema, (one) => Object.fromEntries(Object.entries(one).filter(([key]) => !annotations.includes(key))));
}

/** The values of `format` that are checked. */
export const knownFormats = (): readonly string[] => Object.keys(formatsByName);
