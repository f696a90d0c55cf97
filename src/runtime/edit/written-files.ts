import { resolve } from "node:path";
import type { CallContext } from "../contract/call.js";
import type { PathRule, ToolDefinition } from "../contract/definition.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { isArray, mapAt } from "../json/selector.js";
import { rootOf } from "../paths/root-of.js";

/** Rules of `paths` by which a call may write. */
export const writingRules = ({ paths }: Pick<ToolDefinition, "paths">): readonly PathRule[] =>
  paths.filter((rule) => rule.access !== "read");

/** The files that a call may write, absolute and each once, in the order of `paths`. */
export function writtenFiles(
  definition: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  context: CallContext,
): readonly string[] {
  const found = new Set<string>();
  replaceWritten(definition, params, {
    context,
    replace: (path) => {
      found.add(path);
      return path;
    },
  });
  return [...found];
}

/** The arguments with every path that a call may write replaced, by its absolute place. */
export function replaceWritten(
  definition: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  { context, replace }: { readonly context: CallContext; readonly replace: (path: string) => string },
): JsonObject {
  return writingRules(definition).reduce<JsonObject>((current, rule) => {
    const root = rootOf(rule.root, definition.project, context).dir;
    const change = (value: JsonValue): JsonValue => {
      if (isArray(value)) return value.map(change);
      return typeof value === "string" && value !== "" ? replace(resolve(root, value)) : value;
    };
    // Below an object, replacing leaves an object.
    return mapAt(current, rule.target, change) as JsonObject;
  }, params);
}
