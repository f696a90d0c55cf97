import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ToolContext } from "../context.js";
import { knownKeywords, mapSubschemas, type Subschema, subschemas } from "./subschemas.js";

/**
 * Returns the problems that the meta-schema of JSON Schema 2020-12 doesn't find but validators refuse: an empty `enum`,
 * and an anchor of two subschemas.
 */
export function uncompilable(all: readonly Subschema[], tool: ToolContext): readonly Diagnostic[] {
  const anchors = new Set<unknown>();
  return all.flatMap(({ path, schema }) => {
    const problem = (keyword: string, message: string) =>
      diagnostic("invalid-schema", tool.at(["schema", ...path, keyword]), { keyword: [...path, keyword].join("."), problem: message });
    const isEmpty = Array.isArray(schema.enum) && schema.enum.length === 0;
    const named = ["$anchor", "$dynamicAnchor"].filter((keyword) => schema[keyword] !== undefined);
    const repeated = named.filter((keyword) => anchors.has(schema[keyword]));
    for (const keyword of named) anchors.add(schema[keyword]);
    return [
      ...(isEmpty ? [problem("enum", "must list at least one value")] : []),
      ...repeated.map((keyword) => problem(keyword, `must not repeat the anchor ${JSON.stringify(schema[keyword])}`)),
    ];
  });
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
