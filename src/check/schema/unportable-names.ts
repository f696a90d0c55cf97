import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import type { ToolContext } from "../context.js";
import type { Subschema } from "./subschemas.js";

/** The names that every model provider accepts. */
const portable = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Reports properties, at every level, whose names a provider refuses. Aliases are never sent to one, so they may be
 * anything.
 */
export function unportableNames({ path, schema }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return names
    .filter((name) => !portable.test(name))
    .map((name) => {
      const proposed = proposeName(name, names);
      const aliases =
        path.length === 0 ? `, and keep the old name as another one: \`aliases: { ${proposed}: [${JSON.stringify(name)}] }\`` : "";
      const at = tool.at(["schema", ...path, "properties", name], "key");
      return diagnostic("unportable-parameter", at, { name }, { help: `Call it \`${proposed}\`${aliases}.` });
    });
}

/** `größe` → `grosse`, `max items` → `max_items`, `$filter` → `filter`; different from names that are taken. */
function proposeName(name: string, taken: readonly string[]): string {
  const folded = name.replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const joined = folded.replaceAll(/[^a-zA-Z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const base = joined === "" ? "value" : joined.slice(0, 60);
  const candidates = [base, ...taken.map((_, index) => `${base}_${index + 2}`)];
  return candidates.find((candidate) => !taken.includes(candidate)) ?? base;
}
