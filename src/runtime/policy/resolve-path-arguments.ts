import { isAbsolute, relative, sep } from "node:path";
import type { CallFolders } from "../contract/decision.js";
import type { ToolDefinition } from "../contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { mapAt } from "../json/selector.js";
import { resolveLinks } from "../paths/resolve-links.js";
import { isWithin, rootOf } from "../paths/root-of.js";

/**
 * Returns the arguments with the paths among those that are `named` resolved, links followed: relative to their root if
 * below it, otherwise absolute. `tmp/../src` and a link from `tmp` to `src` become `src`, so that another spelling of a
 * path isn't decided differently.
 */
export function resolvePathArguments(
  { paths, project }: Pick<ToolDefinition, "paths" | "project">,
  params: JsonObject,
  { named, ...folders }: CallFolders & { readonly named: ReadonlySet<string> },
): JsonObject {
  return paths.reduce<JsonObject>((current, { target, root }) => {
    if (!named.has(target[0] ?? "")) return current;
    const { dir } = rootOf(root, project, folders);
    const lead = (value: JsonValue): JsonValue => {
      if (Array.isArray(value)) return value.map(lead);
      return typeof value === "string" ? leads(value, dir) : value;
    };
    const changed = mapAt(current, target, lead);
    return isJsonObject(changed) ? changed : current;
  }, params);
}

function leads(path: string, root: string): string {
  const [resolved, from] = [resolveLinks(isAbsolute(path) ? path : `${root}${sep}${path}`), resolveLinks(root)];
  // Such a path is refused before anything is decided; here it stays a value that no condition matches.
  if (!resolved.ok || !from.ok) return path;
  if (!isWithin(resolved.real, from.real)) return resolved.real;
  return relative(from.real, resolved.real) || ".";
}
