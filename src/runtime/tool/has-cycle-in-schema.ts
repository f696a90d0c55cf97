import type { JsonObject } from "../json/json-value.js";
import { resolveRef } from "../json/resolve-ref.js";

/** Keywords whose values are data, not schemas. */
const data = new Set(["const", "default", "enum", "examples"]);
/** Keywords whose values are schemas under an author's names. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/**
 * Returns true if a JSON Schema leads back into itself by its `$ref`s (Gemini CLI's `hasCycleInSchema`), so that
 * expanding them would never end. It follows references within the document (`#`, and JSON Pointers, RFC 6901). Others
 * have no target.
 */
export function hasCycleInSchema(schema: object): boolean {
  return leadsBack(schema, { root: schema, open: new Set(), done: new Set() });
}

interface Walk {
  readonly root: object;
  /** The schemas that contain the current one, or that referred to it. */
  readonly open: Set<object>;
  /** Schemas that are known to have no cycle. */
  readonly done: Set<object>;
}

function leadsBack(node: unknown, walk: Walk): boolean {
  if (typeof node !== "object" || node === null || walk.done.has(node)) return false;
  if (walk.open.has(node)) return true;
  walk.open.add(node);
  const found = nextOf(node, walk.root).some((next) => leadsBack(next, walk));
  walk.open.delete(node);
  walk.done.add(node);
  return found;
}

function nextOf(node: object, root: object): readonly unknown[] {
  const inside = Array.isArray(node) ? node : Object.entries(node).flatMap(schemasIn);
  return "$ref" in node && typeof node.$ref === "string" ? [...inside, target(node.$ref, root)] : inside;
}

function schemasIn([keyword, value]: [string, unknown]): readonly unknown[] {
  if (data.has(keyword)) return [];
  return maps.has(keyword) && typeof value === "object" && value !== null ? Object.values(value) : [value];
}

/** Gemini CLI also treats `#/` as the root, and follows no anchors. */
function target(ref: string, root: object): unknown {
  if (ref === "#/") return root;
  return ref === "#" || ref.startsWith("#/") ? resolveRef(root as JsonObject, ref) : undefined;
}
