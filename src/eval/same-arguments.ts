import { posix } from "node:path";
import { projectExpected } from "../examples/project-expected.js";
import type { ToolDefinition } from "../runtime/contract/definition.js";
import { deepEqual } from "../runtime/json/deep-equal.js";
import type { JsonObject, JsonValue } from "../runtime/json/json-value.js";

/** The arguments of a call, and those that it is compared with, both after repair. */
export interface ComparedArguments {
  readonly expected: JsonObject;
  readonly got: JsonObject;
  /** In objects, only the keys that this names are compared; `undefined`: all. */
  readonly compared: JsonValue | undefined;
}

/** Returns true if two calls of a tool mean the same: paths that differ in `./` and a slash at the end are equal. */
export function sameArguments({ paths }: Pick<ToolDefinition, "paths">, { expected, got, compared }: ComparedArguments): boolean {
  const pathNames = new Set(paths.map(({ target: [first] }) => first));
  const normal = (params: JsonObject) =>
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, pathNames.has(key) ? normalPaths(value) : value]));
  const [one, other] = [normal(expected), normal(got)];
  if (compared === undefined) return deepEqual(one, other);
  return deepEqual(projectExpected(compared, one), projectExpected(compared, other));
}

function normalPaths(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(normalPaths);
  if (typeof value !== "string" || value === "") return value;
  const normal = posix.normalize(value);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}
