import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json.js";
import { same } from "../runtime/repair/same.js";

/**
 * Takes from an object's schema what it asks of keys that may come under another name: that can only be judged after repair. Where the branches
 * of a `oneOf` have become looser, more than one may fit, so it becomes an `anyOf`.
 */
export function loosenConditions(
  shown: JsonObject,
  { canonical, aliased }: { readonly canonical: JsonObject; readonly aliased: readonly string[] },
): JsonObject {
  const mentions = (value: JsonValue | undefined) => aliased.some((name) => JSON.stringify(value ?? null).includes(JSON.stringify(name)));
  const entries = Object.entries(shown).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    switch (key) {
      case "required": {
        const rest = Array.isArray(value) ? value.filter((name: JsonValue) => !aliased.some((alias) => alias === name)) : [];
        return rest.length === 0 ? [] : [[key, rest]];
      }
      case "dependentRequired":
        return withoutMentions(key, value, mentions);
      case "dependentSchemas":
      case "not":
        return mentions(value) ? [] : [[key, value]];
      case "if":
      case "then":
      case "else":
        return mentions(canonical.if) ? [] : [[key, value]];
      case "anyOf":
      case "allOf":
        return asksNothing(key, value) ? [] : [[key, value]];
      case "oneOf":
        if (same(value, canonical.oneOf)) return [[key, value]];
        return asksNothing("anyOf", value) || canonical.anyOf !== undefined ? [] : [["anyOf", value]];
      default:
        return [[key, value]];
    }
  });
  return Object.fromEntries(entries);
}

function withoutMentions(key: string, value: JsonValue, mentions: (value: JsonValue) => boolean) {
  if (!isJsonObject(value)) return [[key, value] as const];
  const rest = Object.entries(value).filter(([name, others]) => !mentions(name) && !mentions(others));
  return rest.length === 0 ? [] : [[key, Object.fromEntries(rest)] as const];
}

/** Whether one empty branch admits everything, or all of them do. */
function asksNothing(key: "anyOf" | "allOf", value: JsonValue): boolean {
  const branches: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const isEmpty = (branch: JsonValue) => isJsonObject(branch) && Object.keys(branch).length === 0;
  return key === "anyOf" ? branches.some(isEmpty) : branches.every(isEmpty);
}
