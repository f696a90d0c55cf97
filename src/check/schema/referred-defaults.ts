import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import { mapSubschemas } from "./subschemas.js";

/**
 * Copies the default of a definition to each property that refers to it: validators apply defaults only from
 * `properties` themselves, and a parameter with a default is never absent.
 */
export function withReferredDefaults(root: JsonObject): JsonObject {
  return mapSubschemas(root, (holder) => {
    if (!isJsonObject(holder.properties)) return holder;
    const properties = Object.entries(holder.properties).map(([name, property]) => {
      const byDefault = isJsonObject(property) && property.default === undefined ? referredDefault(property, root) : undefined;
      return [name, isJsonObject(property) && byDefault !== undefined ? { ...property, default: byDefault } : property] as const;
    });
    return { ...holder, properties: Object.fromEntries(properties) };
  });
}

function referredDefault({ $ref }: JsonObject, root: JsonObject, depth = 0): JsonValue | undefined {
  const target = typeof $ref === "string" && depth < 16 ? resolveRef(root, $ref) : undefined;
  if (!isJsonObject(target)) return undefined;
  return target.default ?? referredDefault(target, root, depth + 1);
}
