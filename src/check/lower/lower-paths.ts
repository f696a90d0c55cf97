import type { ToolModel } from "../../model/tool.js";
import type { PathRule } from "../../runtime/contract/definition.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { parseSelector } from "../schema/types.js";

/** Returns the rules of the parameters that are paths. */
export function lowerPaths(spec: ToolSpec): readonly PathRule[] {
  return Object.entries(spec.paths ?? {}).map(([target, rule]) => {
    const long = typeof rule === "string" ? { access: rule } : rule;
    return {
      target: parseSelector(target),
      access: long.access ?? "readWrite",
      root: long.root ?? "workspace",
      type: long.type ?? "any",
      mustExist: long.mustExist ?? false,
    };
  });
}

/** Returns the parameters that say which file and line a call is about: by default all paths. */
export function lowerLocations(spec: ToolSpec): ToolModel["locations"] {
  const declaredLocations = spec.locations ?? Object.keys(spec.paths ?? {}).map((path) => ({ path, line: undefined }));
  return declaredLocations.map(({ path, line }) => ({
    path: parseSelector(path),
    line: line === undefined ? undefined : parseSelector(line),
  }));
}
