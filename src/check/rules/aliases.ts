import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { nodeAt } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { isNestedAlias } from "../lower/lower-repair.js";
import { parseSelector, propertiesAt, variantsAt } from "../schema/types.js";
import { selectorsOf } from "./selectors.js";

/** An alias, and its position in the spec. */
interface Alias {
  readonly target: string;
  readonly alias: string;
  readonly at: Span;
}

/**
 * An alias must stand for an existing parameter, must not be a parameter itself, and may be declared once at its level.
 */
export function checkAliases(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const taken = new Map<string, string>();
  return (["aliases", "weakAliases"] as const).flatMap((key) =>
    Object.entries(tool.spec[key] ?? {}).flatMap(([target, names]) => {
      const selector = parseSelector(target);
      if (selector.length === 0 || selector.at(-1) === "[]" || variantsAt(schema, selector).length === 0) {
        const parameters = names.filter((name) => propertiesAt(schema, []).includes(name));
        if (names.length > 0 && parameters.length === names.length) return [inverted(tool, key, [[target, parameters]])];
        const didYouMean = closest(target, selectorsOf(schema));
        return [diagnostic("alias-of-nothing", tool.at([key, target], "key"), { target }, { didYouMean })];
      }
      return names.flatMap((alias, index) => checkAlias({ target, alias, at: tool.at([key, target, index]) }, { schema, taken }));
    }),
  );
}

/**
 * Reports `aliases: { wrong: parameter }`, which is the wrong way round, instead of the problem that the key's shape
 * has. That one would ask for a list, and the author would write `{ wrong: [parameter] }`.
 */
export function checkInvertedAliases(tool: ToolContext, schema: JsonObject, problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const parameters = propertiesAt(schema, []);
  return (["aliases", "weakAliases"] as const).reduce((all, key) => {
    const node = nodeAt(tool.document.root, [key]);
    const pairs = node?.kind !== "map" ? [] : node.entries.filter(({ value }) => value.kind === "scalar");
    const wrong = pairs.flatMap(({ key: alias, value }) => (value.kind === "scalar" ? [[alias, [value.text]] as const] : []));
    const isInverted = wrong.length > 0 && wrong.every(([alias, [name = ""]]) => !parameters.includes(alias) && parameters.includes(name));
    if (!isInverted) return all;
    const starts = pairs.map(({ value }) => value.span.start);
    const others = all.filter(
      ({ code, span, path }) => !(code === "wrong-type" && path === tool.document.file.path && starts.includes(span?.start ?? -1)),
    );
    return [...others, inverted(tool, key, wrong)];
  }, problems);
}

function inverted(tool: ToolContext, key: "aliases" | "weakAliases", pairs: readonly (readonly [string, readonly string[]])[]): Diagnostic {
  const right = new Map<string, string[]>();
  for (const [alias, names] of pairs) for (const name of names) right.set(name, [...(right.get(name) ?? []), alias]);
  const written = [...right].map(([param, aliases]) => `${param}: [${aliases.join(", ")}]`).join(", ");
  const [[alias, names] = ["", []]] = pairs;
  const help = `Write the parameter first, and then its wrong names: \`${key}: { ${written} }\`.`;
  return diagnostic("inverted-alias", tool.at([key, alias], "key"), { alias, param: names.join(", ") }, { help });
}

function checkAlias(
  { target, alias, at }: Alias,
  { schema, taken }: { readonly schema: JsonObject; readonly taken: Map<string, string> },
): readonly Diagnostic[] {
  const selector = isNestedAlias(alias) ? parseSelector(alias) : [...parseSelector(target).slice(0, -1), alias];
  const level = selector.slice(0, -1);
  const key = selector.join("\0");
  const owner = taken.get(key);
  taken.set(key, owner ?? target);
  // A value is moved out of elements for the whole call, so the parameter must be one of the whole call.
  if (isNestedAlias(alias) && (parseSelector(target).length > 1 || variantsAt(schema, level).length === 0)) {
    return [diagnostic("unknown-parameter", at, { name: alias })];
  }
  if (propertiesAt(schema, level).includes(selector.at(-1) ?? "")) return [diagnostic("alias-is-parameter", at, { alias, target })];
  return owner === undefined ? [] : [diagnostic("duplicate-alias", at, { alias, owner })];
}

/** An ignored key must be possible in the schema, and must not be a parameter or an alias there. */
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
