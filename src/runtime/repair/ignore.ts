import type { Selector } from "../definition.js";
import { isJsonObject, type JsonObject } from "../json.js";
import { mapAt } from "./selector.js";

/** Drops the keys that a spec says carry no meaning (SPEC §3 `ignore`). */
export function withoutIgnored(params: JsonObject, ignore: readonly Selector[]): JsonObject {
  return ignore.reduce<JsonObject>((current, selector) => {
    const name = selector.at(-1);
    const changed = mapAt(current, selector.slice(0, -1), (holder) => {
      if (name === undefined || !isJsonObject(holder) || !Object.hasOwn(holder, name)) return holder;
      return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
    });
    return isJsonObject(changed) ? changed : current;
  }, params);
}
