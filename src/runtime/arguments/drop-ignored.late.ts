import type { Problem } from "../contract/problem.js";
import type { Repair } from "../contract/repair.js";
import type { IgnoreIf } from "../contract/repair-rules.js";
import { deepEqual } from "../json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import type { Selector } from "../json/selector.js";
import { mapAt, type Steps } from "../json/selector.js";
import type { ChangedArguments } from "./changed-arguments.js";
import { noteRepair } from "./note-repair.js";

/** Drops the keys that the spec declares meaningless (`ignore`). */
export function dropIgnored(params: JsonObject, ignore: readonly Selector[], repairs: Repair[]): JsonObject {
  return ignore.reduce<JsonObject>((current, selector) => dropAt(current, selector, { repairs, keeps: () => false }), params);
}

/**
 * Drops the keys that are meaningless with some values. With any other value, the call asks for what the tool can't do:
 * that is a problem and never dropped silently.
 */
export function dropIgnoredValues(params: JsonObject, rules: readonly IgnoreIf[], repairs: Repair[]): ChangedArguments {
  const problems: Problem[] = [];
  const remaining = rules.reduce<JsonObject>(
    (current, { target, values }) =>
      dropAt(current, target, {
        repairs,
        keeps: (value, path) => {
          if (
            value === null ||
            values.some(
              (accepted) => deepEqual(accepted, value) || String(accepted) === (typeof value === "string" ? value.toLowerCase() : value),
            )
          )
            return false;
          problems.push({ code: "impossible", path, value, accepted: values });
          return true;
        },
      }),
    params,
  );
  return { params: remaining, problems };
}

interface Dropping {
  readonly repairs: Repair[];
  readonly keeps: (value: JsonValue, path: Steps) => boolean;
}

function dropAt(params: JsonObject, selector: Selector, { repairs, keeps }: Dropping): JsonObject {
  const name = selector.at(-1);
  const changed = mapAt(params, selector.slice(0, -1), (holder, at) => {
    if (name === undefined || !isJsonObject(holder) || !Object.hasOwn(holder, name)) return holder;
    if (keeps(holder[name] as JsonValue, [...at, name])) return holder;
    noteRepair(repairs, "ignored", [...at, name]);
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
  });
  return isJsonObject(changed) ? changed : params;
}
