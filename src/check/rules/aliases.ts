import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json.js";
import { closest } from "../../runtime/repair/closest.js";
import type { ToolContext } from "../context.js";
import { isPlace } from "../lower-repair.js";
import { parseSelector, propertiesAt, variantsAt } from "../schema/types.js";
import { selectorsOf } from "./selectors.js";

/** A name that stands for a parameter, and where the spec says so. */
interface Alias {
  readonly target: string;
  readonly alias: string;
  readonly at: Span;
}

/** An alias stands for a parameter that exists, is no parameter itself, and is given once at its level (SPEC §3). */
export function checkAliases(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const taken = new Map<string, string>();
  return (["aliases", "weakAliases"] as const).flatMap((key) =>
    Object.entries(tool.spec[key] ?? {}).flatMap(([target, names]) => {
      const selector = parseSelector(target);
      if (selector.length === 0 || selector.at(-1) === "[]" || variantsAt(schema, selector).length === 0) {
        const didYouMean = closest(target, selectorsOf(schema));
        return [diagnostic("alias-of-nothing", tool.at([key, target], "key"), { target }, { didYouMean })];
      }
      return names.flatMap((alias, index) => checkAlias({ target, alias, at: tool.at([key, target, index]) }, { schema, taken }));
    }),
  );
}

function checkAlias(
  { target, alias, at }: Alias,
  { schema, taken }: { readonly schema: JsonObject; readonly taken: Map<string, string> },
): readonly Diagnostic[] {
  const place = isPlace(alias) ? parseSelector(alias) : [...parseSelector(target).slice(0, -1), alias];
  const level = place.slice(0, -1);
  const key = place.join("\0");
  const owner = taken.get(key);
  taken.set(key, owner ?? target);
  // A value is taken out of elements for the whole call, so the parameter must be one of the whole call.
  if (isPlace(alias) && (parseSelector(target).length > 1 || variantsAt(schema, level).length === 0)) {
    return [diagnostic("unknown-parameter", at, { name: alias })];
  }
  if (propertiesAt(schema, level).includes(place.at(-1) ?? "")) return [diagnostic("alias-is-parameter", at, { alias, target })];
  return owner === undefined ? [] : [diagnostic("duplicate-alias", at, { alias, owner })];
}

/** What is ignored must have a place in the schema's shape, and must not be a parameter or an alias there. */
export function checkIgnored(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const aliased = [tool.spec.aliases ?? {}, tool.spec.weakAliases ?? {}].flatMap((map) =>
    Object.entries(map).flatMap(([target, names]) => names.map((alias) => [...parseSelector(target).slice(0, -1), alias].join("\0"))),
  );
  return (tool.spec.ignore ?? []).flatMap((ignored, index) => {
    const names = typeof ignored === "string" ? [ignored] : Object.keys(ignored);
    return names.flatMap((name) => {
      const selector = parseSelector(name);
      const level = selector.slice(0, -1);
      const at = typeof ignored === "string" ? tool.at(["ignore", index]) : tool.at(["ignore", index, name], "key");
      if (level.length > 0 && variantsAt(schema, level).length === 0) return [diagnostic("unknown-parameter", at, { name })];
      const isParameter = propertiesAt(schema, level).includes(selector.at(-1) ?? "") || aliased.includes(selector.join("\0"));
      return isParameter ? [diagnostic("ignored-parameter", at, { name })] : [];
    });
  });
}
