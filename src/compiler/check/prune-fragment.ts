import type { JsonObject } from "../../contract/json-value.js";
import { principalName } from "../../contract/risk.js";
import { parameterNames, parseSelector, propertiesAt, variantsAt } from "../../contract/schema-variants.js";
import type { MapEntry, MapNode, SpecNode } from "../../contract/spec-node.js";
import { isNestedAlias } from "./lower/lower-repair.js";

/**
 * Returns a fragment without its entries about parameters that the tool lacks, and without aliases that are parameters
 * here: a fragment serves many tools, and no tool has every parameter in it. `schema` is the tool's, its fragments'
 * properties included.
 */
export function pruneFragment(fragment: MapNode, schema: JsonObject): MapNode {
  const has = (name: string) => variantsAt(schema, parseSelector(name)).length > 0;
  const entries = fragment.entries.map((entry) => {
    switch (entry.key) {
      case "aliases":
      case "weakAliases":
        return { ...entry, value: pruneAliases(entry.value, schema, has) };
      case "coerce":
        return { ...entry, value: pruneCoerce(keepKeys(entry.value, has), schema) };
      case "wrap":
        return { ...entry, value: pruneWrap(entry.value, schema) };
      case "risk":
        return { ...entry, value: pruneRules(entry.value, parameterNames(schema)) };
      case "paths":
      case "code":
        return { ...entry, value: keepKeys(entry.value, has) };
      case "data":
      case "allowLeadingDash":
        return { ...entry, value: keepItems(entry.value, (item) => item.kind !== "scalar" || has(item.text)) };
      case "mutuallyExclusive":
        return {
          ...entry,
          value: keepItems(
            entry.value,
            (group) => group.kind !== "list" || group.items.every((item) => item.kind !== "scalar" || has(item.text)),
          ),
        };
      case "ignore":
        return { ...entry, value: keepItems(entry.value, (item) => ignoredNames(item).every((name) => canBeIgnored(name, schema))) };
      case "locations":
        return {
          ...entry,
          value: keepItems(
            entry.value,
            (item) => item.kind !== "map" || item.entries.every(({ value }) => value.kind !== "scalar" || has(value.text)),
          ),
        };
      default:
        return entry;
    }
  });
  return { ...fragment, entries };
}

function pruneAliases(node: SpecNode, schema: JsonObject, has: (name: string) => boolean): SpecNode {
  const pruned = keepKeys(node, has);
  if (pruned.kind !== "map") return pruned;
  const entries = pruned.entries.map((entry) => {
    const siblings = propertiesAt(schema, parseSelector(entry.key).slice(0, -1));
    return { ...entry, value: keepItems(entry.value, (item) => item.kind !== "scalar" || isUsableAlias(item.text, siblings, schema)) };
  });
  return { ...pruned, entries };
}

/** A range needs its count, a file needs its parameter, and names that are parameters here stand for themselves. */
function pruneCoerce(node: SpecNode, schema: JsonObject): SpecNode {
  if (node.kind !== "map") return node;
  const params = parameterNames(schema);
  const entries = node.entries.flatMap((entry) => {
    const how = entry.value;
    if (how.kind !== "map") return [entry];
    const count = how.entries.find(({ key }) => key === "count")?.value;
    if (count?.kind === "scalar" && !params.includes(count.text)) return [];
    const remaining = how.entries.filter(({ key, value }) => key !== "file" || value.kind !== "scalar" || params.includes(value.text));
    const inner = remaining.map((one) => ({
      ...one,
      value: keepItems(one.value, (item) => item.kind !== "scalar" || !params.includes(item.text)),
    }));
    return [{ ...entry, value: { ...how, entries: inner } }];
  });
  return { ...node, entries };
}

/** Only an array of objects can be wrapped, and only by keys without another meaning at the top. */
function pruneWrap(node: SpecNode, schema: JsonObject): SpecNode {
  if (node.kind !== "map") return node;
  const params = parameterNames(schema);
  const fits = (target: string, keys: SpecNode) =>
    keys.kind === "list" &&
    keys.items.every(
      (key) => key.kind === "scalar" && !params.includes(key.text) && propertiesAt(schema, [target, "[]"]).includes(key.text),
    );
  return { ...node, entries: node.entries.filter(({ key, value }) => fits(key, value)) };
}

/**
 * A name of a parameter can't be an alias of another; a path inside elements needs these elements, without such a key
 * of their own.
 */
const isUsableAlias = (alias: string, siblings: readonly string[], schema: JsonObject) =>
  isNestedAlias(alias) ? canBeIgnored(alias, schema) : !siblings.includes(alias);

const ignoredNames = (item: SpecNode): readonly string[] =>
  item.kind === "scalar" ? [item.text] : item.kind === "map" ? item.entries.map(({ key }) => key) : [];

/** True if its level exists, and it isn't a parameter there. */
function canBeIgnored(name: string, schema: JsonObject): boolean {
  const selector = parseSelector(name);
  const level = selector.slice(0, -1);
  return variantsAt(schema, level).length > 0 && !propertiesAt(schema, level).includes(selector.at(-1) ?? "");
}

function keepKeys(node: SpecNode, keep: (key: string) => boolean): SpecNode {
  return node.kind === "map" ? { ...node, entries: node.entries.filter((entry) => keep(entry.key)) } : node;
}

function keepItems(node: SpecNode, keep: (item: SpecNode) => boolean): SpecNode {
  return node.kind === "list" ? { ...node, items: node.items.filter(keep) } : node;
}

/**
 * Adapts `risk` of a fragment to a tool without some of its parameters. A condition on such a parameter's absence
 * always holds, so it is removed from its rule; a rule that requires a value never applies, so it is dropped.
 */
function pruneRules(risk: SpecNode, params: readonly string[]): SpecNode {
  if (risk.kind !== "map") return risk;
  const entries = risk.entries.map((entry) => {
    const { key, value } = entry;
    if (key !== "rules" || value.kind !== "list") return entry;
    return { ...entry, value: { ...value, items: value.items.flatMap((rule) => prunedRule(rule, params)) } };
  });
  return { ...risk, entries };
}

function prunedRule(rule: SpecNode, params: readonly string[]): readonly SpecNode[] {
  const when = rule.kind === "map" ? rule.entries.find(({ key }) => key === "when")?.value : undefined;
  if (rule.kind !== "map" || when?.kind !== "map") return [rule];
  const lacking = when.entries.filter(({ key }) => key !== principalName && !params.includes(key));
  if (lacking.length === 0) return [rule];
  if (!lacking.every(({ value }) => takesAbsence(value))) return [];
  const remaining: MapNode = { ...when, entries: when.entries.filter((entry) => !lacking.includes(entry)) };
  return [{ ...rule, entries: rule.entries.map((entry) => (entry.key === "when" ? { ...entry, value: remaining } : entry)) }];
}

const takesAbsence = (wanted: SpecNode) => (wanted.kind === "list" ? wanted.items.some(isNull) : isNull(wanted));

/** Short forms and the key that each stands for, by the path of the key that takes them. `*` is any key. */
const shortForms: readonly { readonly path: readonly string[]; readonly kind: SpecNode["kind"]; readonly key: string }[] = [
  { path: ["risk"], kind: "scalar", key: "level" },
  { path: ["output"], kind: "scalar", key: "format" },
  { path: ["env"], kind: "list", key: "pass" },
  { path: ["paths", "*"], kind: "scalar", key: "access" },
  { path: ["requires", "*"], kind: "scalar", key: "range" },
  { path: ["platforms", "*", "env"], kind: "list", key: "pass" },
  { path: ["platforms", "*", "requires", "*"], kind: "scalar", key: "range" },
];

/** Expands short forms, so that layers can be merged key by key: `risk: safe` becomes `risk: { level: safe }`. */
export function expandShortForms(root: MapNode): MapNode {
  return expand(root, []);
}

function expand(node: MapNode, path: readonly string[]): MapNode {
  const entries = node.entries.map((entry): MapEntry => {
    const here = [...path, entry.key];
    const short = shortForms.find((form) => matches(form.path, here) && form.kind === entry.value.kind && !isNull(entry.value));
    if (short !== undefined) return { ...entry, value: wrapped(entry, short.key) };
    const goesOn =
      entry.value.kind === "map" &&
      shortForms.some((form) => form.path.length > here.length && matches(form.path.slice(0, here.length), here));
    return goesOn && entry.value.kind === "map" ? { ...entry, value: expand(entry.value, here) } : entry;
  });
  return { ...node, entries };
}

/** The long form, with the position of the short one. */
function wrapped({ value }: MapEntry, key: string): MapNode {
  return { kind: "map", entries: [{ key, keyKind: "text", keySpan: value.span, value }], span: value.span };
}

const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length && pattern.every((step, i) => step === "*" || step === path[i]);

/** A plain `null`, which removes a key. */
export const isNull = (node: SpecNode): boolean => node.kind === "scalar" && node.value === null;
