import { compile } from "json-schema-to-typescript";
import type { JsonObject } from "../../runtime/json/json-value.js";

/**
 * Prints a TypeScript declaration for each of these schemas, under its key, unformatted. The schemas are plain ones of `plainSchema`: names are
 * identifiers that need no escaping, and references lead from one to another (`#/$defs/KEY`). All go through one call, which costs a third of one each.
 */
export async function printSchemaTypes(schemas: Readonly<Record<string, JsonObject>>): Promise<string> {
  const properties = Object.fromEntries(Object.keys(schemas).map((key) => [key, { $ref: `#/$defs/${key}` }]));
  const root = { type: "object", properties, required: [], additionalProperties: false, $defs: schemas };
  return compile(root, "Root", {
    format: false,
    bannerComment: "",
    additionalProperties: false,
    // Limits stand in comments, and a tuple's are part of its plain schema.
    maxItems: -1,
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
}
