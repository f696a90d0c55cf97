import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json.js";
import { closest } from "../../runtime/repair/closest.js";
import type { ToolContext } from "../context.js";
import { parseSelector, propertiesAt, variantsAt } from "../schema/types.js";
import { selectorsOf } from "./selectors.js";

/** An alias stands for a parameter that exists, is no parameter itself, and is given once at its level (SPEC §3). */
export function checkAliases(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const taken = new Map<string, string>();
  return Object.entries(tool.spec.aliases ?? {}).flatMap(([target, names]) => {
    const selector = parseSelector(target);
    const level = selector.slice(0, -1);
    const siblings = propertiesAt(schema, level);
    if (selector.length === 0 || selector.at(-1) === "[]" || variantsAt(schema, selector).length === 0) {
      const didYouMean = closest(target, selectorsOf(schema));
      return [diagnostic("alias-of-nothing", tool.at(["aliases", target], "key"), { target }, { didYouMean })];
    }
    return names.flatMap((alias, index) => {
      const at = tool.at(["aliases", target, index]);
      const key = [...level, alias].join("\0");
      const owner = taken.get(key);
      taken.set(key, owner ?? target);
      if (siblings.includes(alias)) return [diagnostic("alias-is-parameter", at, { alias, target })];
      return owner === undefined ? [] : [diagnostic("duplicate-alias", at, { alias, owner })];
    });
  });
}

/** What is ignored must have a place in the schema's shape, and must not be a parameter or an alias there. */
export function checkIgnored(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const aliased = Object.entries(tool.spec.aliases ?? {}).flatMap(([target, names]) =>
    names.map((alias) => [...parseSelector(target).slice(0, -1), alias].join("\0")),
  );
  return (tool.spec.ignore ?? []).flatMap((name, index) => {
    const selector = parseSelector(name);
    const level = selector.slice(0, -1);
    const at = tool.at(["ignore", index]);
    if (level.length > 0 && variantsAt(schema, level).length === 0) return [diagnostic("unknown-parameter", at, { name })];
    const isParameter = propertiesAt(schema, level).includes(selector.at(-1) ?? "") || aliased.includes(selector.join("\0"));
    return isParameter ? [diagnostic("ignored-parameter", at, { name })] : [];
  });
}
