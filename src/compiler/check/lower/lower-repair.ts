import type { AliasRule, CoerceRule, IgnoreIf, Selector, ToolDefinition } from "../../../contract/definition.js";
import type { JsonObject, JsonValue } from "../../../contract/json-value.js";
import { parseSelector, variantsAt } from "../../../contract/schema-variants.js";
import { isForms, type RepairSpec } from "../language/field-shapes.js";

/** The parts of a tool's definition that are about repair. */
export type RepairDefinition = Pick<ToolDefinition, "aliases" | "wrap" | "coerce" | "ignore" | "ignoreIf">;

/**
 * Lowers a spec's repair keys: names apart from paths, conditions apart from plain keys, defaults of ranges filled in.
 */
export function lowerRepair(spec: RepairSpec, schema: JsonObject): RepairDefinition {
  const aliases = lowerAliases(spec);
  const conditions = (spec.ignore ?? []).flatMap((one) => (typeof one === "string" ? [] : Object.entries(one).map(condition)));
  const wrap = Object.entries(spec.wrap ?? {}).map(([target, keys]) => ({ target, keys }));
  const coerce = Object.entries(spec.coerce ?? {}).flatMap(([target, how]) => lowerCoerce({ target, how, aliases, schema }));
  return {
    aliases,
    ...(wrap.length === 0 ? {} : { wrap }),
    ...(coerce.length === 0 ? {} : { coerce }),
    ignore: (spec.ignore ?? []).flatMap((one) => (typeof one === "string" ? [parseSelector(one)] : [])),
    ...(conditions.length === 0 ? {} : { ignoreIf: conditions }),
  };
}

/** Returns true if an alias is a path inside another parameter (`edits[].path`), and not a name. */
export const isNestedAlias = (alias: string): boolean => alias.includes("[].");

/** A parameter may have the name of a property that every object inherits. */
const namesOf = (map: Readonly<Record<string, readonly string[]>>, name: string) => (Object.hasOwn(map, name) ? (map[name] ?? []) : []);

function lowerAliases({ aliases = {}, weakAliases = {} }: RepairSpec): readonly AliasRule[] {
  const targets = [...new Set([...Object.keys(aliases), ...Object.keys(weakAliases)])];
  return targets.map((target) => {
    const all = namesOf(aliases, target);
    const nested = all.filter(isNestedAlias).map(parseSelector);
    const weak = namesOf(weakAliases, target);
    return {
      target: parseSelector(target),
      names: [...all.filter((name) => !isNestedAlias(name)), ...weak],
      ...(weak.length === 0 ? {} : { weak }),
      ...(nested.length === 0 ? {} : { nested }),
    };
  });
}

function condition([name, value]: [string, JsonValue]): IgnoreIf {
  return { target: parseSelector(name), values: Array.isArray(value) ? value : [value] };
}

interface Coercing {
  readonly target: string;
  readonly how: NonNullable<RepairSpec["coerce"]>[string];
  readonly aliases: readonly AliasRule[];
  readonly schema: JsonObject;
}

function lowerCoerce({ target, how, aliases, schema }: Coercing): readonly CoerceRule[] {
  if (typeof how === "string") return [{ kind: how, target: parseSelector(target) }];
  if (isForms(how)) return how.map((kind) => ({ kind, target: parseSelector(target) }));
  if (how.searchReplace !== undefined) return [{ kind: "searchReplace", target, names: how.searchReplace }];
  if (how.count === undefined) return [];
  const own = aliases.flatMap((rule) => (rule.target.length === 1 && rule.target[0] === target ? rule.names : []));
  const first = firstLine(schema, [target]);
  const range = how.range ?? [target, ...own];
  const { count, end = [], file } = how;
  return [{ kind: "range", start: target, count, end, range, ...(first !== undefined && { first }), ...(file !== undefined && { file }) }];
}

/** The number of the first line: the default of its parameter, otherwise its minimum. */
function firstLine(schema: JsonObject, target: Selector): number | undefined {
  const [variant] = variantsAt(schema, target);
  const first = variant?.default ?? variant?.minimum;
  return typeof first === "number" && Number.isSafeInteger(first) ? first : undefined;
}
