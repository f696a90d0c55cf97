import type { ToolDefinition } from "../contract/definition.js";
import { deepEqual } from "../json/deep-equal.js";
import { formatValue } from "../json/format-value.late.js";
import type { JsonObject } from "../json/json-value.js";

/** Parameters that exclude each other. `false` and a value equal to its default count as not given. */
export function exclusiveProblems(
  definition: Pick<ToolDefinition, "mutuallyExclusive" | "defaults">,
  params: JsonObject,
): readonly string[] {
  return definition.mutuallyExclusive.flatMap((names) => {
    const given = names.filter((name) => countsAsGiven(name, params, definition.defaults));
    if (given.length < 2) return [];
    const told = given.map((name) => `\`${name}\` (${formatValue(params[name])})`).join(" and ");
    return [`${told} exclude each other: give only one of ${names.map((name) => `\`${name}\``).join(", ")}.`];
  });
}

function countsAsGiven(name: string, params: JsonObject, defaults: JsonObject): boolean {
  if (!Object.hasOwn(params, name)) return false;
  const value = params[name];
  if (value === undefined || value === null || value === false) return false;
  return !(Object.hasOwn(defaults, name) && deepEqual(value, defaults[name]));
}
