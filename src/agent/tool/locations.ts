import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { globFolder, rootOf } from "../../call/paths.js";
import type { CallContext } from "../../contract/call.js";
import type { Selector } from "../../contract/definition.js";
import { isArray, type JsonObject, type JsonValue, mapAt, type Steps, valueAt } from "../../contract/json-value.js";
import type { DefinedTool, LocationRule } from "./define-tool.js";
import type { ToolLocation } from "./tool-invocation.js";

/**
 * The places of a call's effect, by its arguments: absolute paths, each relative to its root, without duplicates. For a
 * glob, it is the folder before its first pattern.
 */
export function locationsOf(
  { locations, definition }: Pick<DefinedTool, "locations" | "definition">,
  params: JsonObject,
  context: CallContext,
): ToolLocation[] {
  const found = locations.flatMap((location) => {
    const rule = definition.paths.find(({ target }) => target.join("\0") === location.path.join("\0"));
    const root = rule === undefined ? context.workspace : rootOf(rule.root, definition.project, context).dir;
    const isRead = rule === undefined || rule.access === "read";
    return pathsAt(params, location.path).flatMap(({ path, at }) => {
      const resolved = isRead ? globBase(path, root) : resolve(root, path);
      return resolved === undefined ? [] : [{ path: resolved, ...lineAt(params, location, at) }];
    });
  });
  return found.filter(({ path, line }, i) => found.findIndex((one) => one.path === path && one.line === line) === i);
}

/** The values that a selector reaches, with their paths; a list of paths counts as its elements. */
export function pathsAt(params: JsonObject, selector: Selector): readonly { readonly path: string; readonly at: Steps }[] {
  const found: { path: string; at: Steps }[] = [];
  const collect = (value: JsonValue, at: Steps): JsonValue => {
    if (typeof value === "string") found.push({ path: value, at });
    if (isArray(value)) for (const [index, element] of value.entries()) collect(element, [...at, index]);
    return value;
  };
  mapAt(params, selector, collect);
  return found;
}

/** The line that belongs to a path: of the same element, if both are in a list. */
function lineAt(params: JsonObject, { line }: LocationRule, at: Steps): { readonly line?: number } {
  if (line === undefined) return {};
  const indexes = at.filter((step) => typeof step === "number");
  const steps = line.map((step) => (step === "[]" ? (indexes.shift() ?? 0) : step));
  const value = valueAt(params, steps);
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? { line: value } : {};
}

/**
 * A name may contain characters of globs (`app/[id]/page.tsx`), so an existing path isn't a glob. Returns `undefined`
 * for a glob that only excludes.
 */
function globBase(path: string, root: string): string | undefined {
  const folder = globFolder(path);
  const absolute = resolve(root, path);
  if (folder === path || existsSync(absolute)) return absolute;
  return path.startsWith("!") ? undefined : resolve(root, folder);
}
