import type { Validator } from "../contract/definition.js";
import type { Repair } from "../contract/repair.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { parseExactJson } from "../json/parse-exact-json.late.js";
import { isArray } from "../json/selector.js";
import { isAccepted } from "./is-accepted.late.js";
import { noteRepair } from "./note-repair.js";

/**
 * Replaces texts at the top that are a JSON list as a whole by the list, where the schema takes a text and that list. A
 * parameter that takes values of other types too may take anything, so its text stays.
 */
export function readListsInTexts(
  params: JsonObject,
  { validate, repairs }: { readonly validate: Validator; readonly repairs: Repair[] },
): JsonObject {
  const lists = Object.entries(params).flatMap(([name, text]): [string, JsonValue][] => {
    const list = typeof text === "string" ? parseExactJson(text) : undefined;
    if (!isArray(list) || !list.every((element) => typeof element !== "object")) return [];
    const accepts = (value: JsonValue) => isAccepted({ params, at: [name], value }, validate);
    return accepts(list) && ![true, 0, {}].some(accepts) ? [[name, list]] : [];
  });
  for (const [name] of lists) noteRepair(repairs, "json-text", [name], [name]);
  return lists.length === 0 ? params : { ...params, ...Object.fromEntries(lists) };
}
