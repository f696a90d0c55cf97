import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.js";

/**
 * Returns the target of a local `$ref` (`#/$defs/x`, `#`, `#anchor`), by JSON Pointer (RFC 6901); `undefined` if it has
 * none or is remote.
 */
export function resolveRef(root: JsonObject, ref: string): JsonValue | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return ref.startsWith("#") ? findAnchor(root, ref.slice(1)) : undefined;
  const steps = ref
    .slice(2)
    .split("/")
    .map((step) => percentDecoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<JsonValue | undefined>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, root);
}

/** An invalid percent-encoding is kept as it is, and then most likely names nothing. */
function percentDecoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function findAnchor(value: JsonValue | undefined, anchor: string): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  if (value.$anchor === anchor) return value;
  return Object.values(isJsonObject(value.$defs) ? value.$defs : {}).find(
    (definition) => isJsonObject(definition) && definition.$anchor === anchor,
  );
}
