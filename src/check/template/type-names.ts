import type { JsonObject } from "../../runtime/json/json-value.js";
import { type JsonType, typesOf } from "../schema/types.js";

/** The types that some variants admit, in words: `string or null`, `any type`. */
export function typeNames(all: readonly JsonObject[]): string {
  const types = new Set<JsonType>(all.flatMap(typesOf));
  if (types.size === 7) return "any type";
  if (types.has("number")) types.delete("integer");
  return [...types].join(" or ");
}
