import type { AliasRule, Selector } from "../runtime/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../runtime/json.js";
import { selectorText } from "../runtime/repair/selector.js";
import type { RepairDefinition } from "./lower-repair.js";
import { variantsAt } from "./schema/types.js";

/** What a client's schema must let through, with selectors that count from one schema. */
export interface Loosenings {
  readonly aliases: readonly AliasRule[];
  /** Keys that are declared besides, and what is said of them. */
  readonly declared: readonly Declared[];
  /** Parameters that may come in another way, and so can't be required. */
  readonly freed: readonly Selector[];
  /** Other forms of a value. */
  readonly forms: readonly Declared[];
}

export interface Declared {
  readonly target: Selector;
  readonly schema: JsonObject;
}

export const nothing: Loosenings = { aliases: [], declared: [], freed: [], forms: [] };

/** What the rules of repair ask of the schema that a client is shown. */
export function looseningsOf({ aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairDefinition, schema: JsonObject): Loosenings {
  const ranges = coerce.filter((rule) => rule.kind === "range");
  const blocks = coerce.filter((rule) => rule.kind === "searchReplace");
  const anything = (target: Selector): Declared => ({ target, schema: {} });
  return {
    aliases,
    declared: [
      ...[...ignore, ...ignoreIf.map(({ target }) => target)].map(anything),
      ...aliases.flatMap(({ places = [], target }) => places.map((place) => typed(place, { schema, target }))),
      ...wrap.flatMap(({ target, keys }) => keys.flatMap((key) => atTop({ array: target, key, aliases, schema }))),
      ...ranges.flatMap(({ start, end, range }) => [
        ...end.map(
          (name): Declared => ({
            target: [name],
            schema: { anyOf: [{ type: "integer" }, { type: "string" }], description: `The last line, from ${start} on.` },
          }),
        ),
        ...range
          .filter((name) => name !== start && !aliases.some(({ target, names }) => target.join() === start && names.includes(name)))
          .map((name): Declared => ({ target: [name], schema: { description: "A range, such as 10-20." } })),
      ]),
      ...blocks.flatMap(({ names, target }) =>
        names.map(
          (name): Declared => ({ target: [name], schema: { type: "string", description: `The ${target} as SEARCH and REPLACE blocks.` } }),
        ),
      ),
    ],
    freed: [...aliases.map(({ target }) => target), ...wrap.map(({ target }) => [target]), ...ranges.map(({ start }) => [start])],
    forms: [
      // Gemini CLI warns of two types in one schema.
      ...wrap.flatMap(({ target }) => ["string", "object"].map((type): Declared => ({ target: [target], schema: { type } }))),
      ...coerce.flatMap((rule): readonly Declared[] =>
        rule.kind === "lines" ? [{ target: rule.target, schema: { type: "array", items: { type: "string" } } }] : [],
      ),
    ],
  };
}

interface Wrapped {
  readonly array: string;
  readonly key: string;
  readonly aliases: readonly AliasRule[];
  readonly schema: JsonObject;
}

/** A key of an element under each of its names at the top, unless it is something else there. */
function atTop({ array, key, aliases, schema }: Wrapped): readonly Declared[] {
  const target = [array, "[]", key];
  const others = aliases.flatMap((rule) => (rule.target.join("\0") === target.join("\0") ? rule.names : []));
  const taken = aliases.flatMap((rule) => (rule.target.length === 1 ? rule.names : []));
  return [key, ...others].filter((name) => !taken.includes(name)).map((name) => typed([name], { schema, target }));
}

/** A key that stands for a parameter elsewhere: its type alone. */
function typed(place: Selector, { schema, target }: { readonly schema: JsonObject; readonly target: Selector }): Declared {
  const types = variantsAt(schema, target).map(({ type }) => type);
  const [type] = new Set(types).size === 1 ? types : [];
  return {
    target: place,
    schema: { ...(type === undefined ? {} : { type: type as JsonValue }), description: `Same as ${selectorText(target)}.` },
  };
}

/** What of it is below a step. */
export function below({ aliases, declared, freed, forms }: Loosenings, step: string): Loosenings {
  const deeper = (target: Selector) => (target.length > 1 && target[0] === step ? [target.slice(1)] : []);
  return {
    aliases: aliases.flatMap((rule) => deeper(rule.target).map((target) => ({ ...rule, target }))),
    declared: declared.flatMap(({ target, schema }) => deeper(target).map((rest) => ({ target: rest, schema }))),
    freed: freed.flatMap(deeper),
    forms: forms.flatMap(({ target, schema }) => (target[0] === step ? [{ target: target.slice(1), schema }] : [])),
  };
}

export const isNothing = ({ aliases, declared, freed, forms }: Loosenings): boolean =>
  aliases.length + declared.length + freed.length + forms.length === 0;

/** A schema that also admits the other forms of its value. The words about it stay in front. */
export function orForms(shown: JsonValue, { forms }: Loosenings): JsonValue {
  const own = forms.flatMap(({ target, schema }) => (target.length === 0 ? [schema] : []));
  if (own.length === 0 || !isJsonObject(shown)) return shown;
  const { title, description, default: byDefault, ...rest } = shown;
  const branches = Array.isArray(rest.anyOf) && Object.keys(rest).length === 1 ? (rest.anyOf as readonly JsonValue[]) : [rest];
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [...branches, ...own],
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
}
