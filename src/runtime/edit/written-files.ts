import { resolve } from "node:path";
import type { CallContext } from "../contract/call.js";
import type { PathRule, ToolDefinition } from "../contract/definition.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { isArray, mapAt } from "../json/selector.js";
import { rootOf } from "../paths/root-of.js";

/** The `paths` rules that allow writing. */
export const writingRules = ({ paths }: Pick<ToolDefinition, "paths">): readonly PathRule[] =>
  paths.filter((rule) => rule.access !== "read");

/** The files that a call may write, absolute and without duplicates, in the order of `paths`. */
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

/** The arguments with every writable path replaced by its absolute path. */
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
    // Replacing inside an object returns an object.
    return mapAt(current, rule.target, change) as JsonObject;
  }, params);
}
