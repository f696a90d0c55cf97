import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import type { ToolContext } from "../context.js";
import { subschemas } from "./subschemas.js";

/** The limit of subschemas in a schema. The time of its checks grows with their square. */
const maxSubschemas = 2_000;

/** The limit of levels in a schema, with references replaced by their targets. Code that walks a schema recurses. */
const maxLevels = 128;

/** Reports a schema that is too large or too deep to be checked. */
export function sizeProblems(schema: JsonObject, tool: ToolContext): readonly Diagnostic[] {
  if (subschemas(schema).length > maxSubschemas) return [tooLarge(tool, "subschemas", maxSubschemas)];
  return levelsOf(schema) > maxLevels ? [tooLarge(tool, "levels", maxLevels)] : [];
}

const tooLarge = (tool: ToolContext, what: string, limit: number) =>
  diagnostic("schema-too-large", tool.at(["schema"], "key"), { what, limit: String(limit) });

/** A cycle of `$ref`s counts once: it ends where the data does. */
function levelsOf(root: JsonObject): number {
  const sizes = new Map<JsonValue, number>();
  const levels = (value: JsonValue | undefined, depth: number): number => {
    if (typeof value !== "object" || value === null) return 0;
    const before = sizes.get(value);
    if (before !== undefined) return before;
    if (depth > maxLevels) return maxLevels;
    sizes.set(value, 0);
    const named = isJsonObject(value) && typeof value.$ref === "string" ? [resolveRef(root, value.$ref)] : [];
    const deepest = [...Object.values(value), ...named].reduce<number>((most, part) => Math.max(most, levels(part, depth + 1)), 0);
    sizes.set(value, deepest + 1);
    return deepest + 1;
  };
  return levels(root, 0);
}
