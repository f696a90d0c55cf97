import type { ToolSpec } from "../language/tool-spec.js";

/** Returns `secrets`, written as a list, or as a map with descriptions. */
export const secretNames = (secrets: ToolSpec["secrets"]): readonly string[] => (isList(secrets) ? secrets : Object.keys(secrets ?? {}));

/** Returns the secrets of a tool with their descriptions; nothing if the spec has none. */
export function describedSecrets(secrets: ToolSpec["secrets"]): Readonly<Record<string, string>> {
  if (isList(secrets)) return Object.fromEntries(secrets.map((name) => [name, ""]));
  return Object.fromEntries(
    Object.entries(secrets ?? {}).map(([name, what]) => [name, typeof what === "string" ? what : (what.description ?? "")]),
  );
}

/** Returns the optional ones, as the key of its definition; nothing if there are none. */
export function optionalSecrets(secrets: ToolSpec["secrets"]): { readonly optionalSecrets?: readonly string[] } {
  const all = isList(secrets) ? [] : Object.entries(secrets ?? {});
  const names = all.flatMap(([name, what]) => (typeof what === "object" && what.optional === true ? [name] : []));
  return names.length === 0 ? {} : { optionalSecrets: names };
}

const isList = (secrets: ToolSpec["secrets"]): secrets is readonly string[] => Array.isArray(secrets);
