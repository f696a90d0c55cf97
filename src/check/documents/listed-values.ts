import type { JsonObject } from "../../runtime/json/json-value.js";
import { parameterNames, variantsAt } from "../schema/types.js";

/** The texts that each parameter can be, for those whose forms all list their values. */
export function listedValues(schema: JsonObject): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    parameterNames(schema).flatMap((name) => {
      const values = valuesOf(schema, name);
      return values === undefined ? [] : [[name, values]];
    }),
  );
}

function valuesOf(schema: JsonObject, name: string): readonly string[] | undefined {
  const all = variantsAt(schema, [name]).map(({ enum: values, const: only, type }) => {
    if (Array.isArray(values)) return values;
    if (only !== undefined) return [only];
    return type === "boolean" ? [true, false] : undefined;
  });
  if (all.length === 0 || all.some((values) => values === undefined)) return undefined;
  return [...new Set(all.flatMap((values = []) => values.filter((value) => value !== null).map(String)))];
}
