import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ToolContext } from "../context.js";
import { parameterNames, parseSelector } from "../schema/types.js";

/** Returns true if a name is a parameter at the top, or stands for one. */
export function standsForParameter({ spec }: ToolContext, schema: JsonObject, name: string): boolean {
  const others = [spec.aliases ?? {}, spec.weakAliases ?? {}].flatMap((map) => Object.entries(map));
  return (
    parameterNames(schema).includes(name) || others.some(([target, names]) => parseSelector(target).length === 1 && names.includes(name))
  );
}
