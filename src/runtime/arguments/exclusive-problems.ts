import type { ToolDefinition } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import { deepEqual } from "../json/deep-equal.js";
import type { JsonObject } from "../json/json-value.js";

/**
 * Returns the conflicts between parameters that exclude each other. `false` and a value equal to its default count as
 * not given.
 */
export function exclusiveProblems(
  definition: Pick<ToolDefinition, "mutuallyExclusive" | "defaults">,
  params: JsonObject,
): readonly Problem[] {
  return definition.mutuallyExclusive.flatMap((names) => {
    const given = names.filter((name) => countsAsGiven(name, params, definition.defaults));
    if (given.length < 2) return [];
    return [{ code: "exclusive", given: given.map((name) => ({ path: [name], value: params[name] ?? null })), names }];
  });
}

function countsAsGiven(name: string, params: JsonObject, defaults: JsonObject): boolean {
  if (!Object.hasOwn(params, name)) return false;
  const value = params[name];
  if (value === undefined || value === null || value === false) return false;
  return !(Object.hasOwn(defaults, name) && deepEqual(value, defaults[name]));
}
