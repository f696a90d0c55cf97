import type { Diagnostic, Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import { elementVariants, parameterNames, parseSelector, propertiesAt, typesOf, variantsAt } from "../../../contract/schema-variants.js";
import { nodeAt } from "../../../contract/spec-node.js";
import { type CoerceSpec, isForms } from "../language/field-shapes.js";
import type { ToolContext } from "../language/tool-context.js";
import { isNestedAlias } from "../lower/lower-repair.js";
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

/** Each form of `coerce` is for one type, and each alias stands for one parameter. */
export function checkCoerce(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  return Object.entries(tool.spec.coerce ?? {}).flatMap(([name, how]) => {
    const at = tool.at(["coerce", name], "key");
    const variants = variantsAt(schema, parseSelector(name));
    if (variants.length === 0) return [diagnostic("unknown-parameter", at, { name }, { didYouMean: closest(name, selectorsOf(schema)) })];
    const problem = mismatch(tool, schema, { name, how, types: variants.flatMap(typesOf) });
    if (problem !== undefined) return [diagnostic("coerce-mismatch", at, { name, problem })];
    if (typeof how === "string" || isForms(how)) return [];
    return (["end", "searchReplace"] as const).flatMap((key) =>
      (how[key] ?? []).flatMap((other, i) =>
        standsForParameter(tool, schema, other)
          ? [diagnostic("repair-name-taken", tool.at(["coerce", name, key, i]), { name: other, target: name })]
          : [],
      ),
    );
  });
}

interface Coerced {
  readonly name: string;
  readonly how: CoerceSpec;
  readonly types: readonly string[];
}

function mismatch(tool: ToolContext, schema: JsonObject, { name, how, types }: Coerced): string | undefined {
  if (how === "none") return undefined;
  if (typeof how === "string" || isForms(how)) return types.includes("string") ? undefined : "it is not a text";
  if (how.searchReplace !== undefined) {
    if (how.count !== undefined) return "it can't be both the first line of a range and an array";
    return tool.spec.wrap?.[name]?.length === 2 ? undefined : "it has no `wrap` of two keys, what is searched and what replaces it";
  }
  if (how.count === undefined) return "it says neither `count` nor `searchReplace`";
  const counts = variantsAt(schema, [how.count]).flatMap(typesOf);
  if (parseSelector(name).length > 1 || !types.includes("integer")) return "the first line is a whole number at the top of the schema";
  const files = how.file === undefined ? ["string"] : variantsAt(schema, [how.file]).flatMap(typesOf);
  if (!files.includes("string")) return `its file '${how.file}' is not a text parameter`;
  return counts.includes("integer") ? undefined : `its count '${how.count}' is not a parameter of whole numbers`;
}

/** `wrap` must name arrays of objects and keys of their elements, none of which has another meaning at the top. */
export function checkWrap(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  return Object.entries(tool.spec.wrap ?? {}).flatMap(([target, keys]) => {
    const elements = variantsAt(schema, [target]).flatMap((variant) =>
      typesOf(variant).includes("array") ? elementVariants(schema, variant) : [],
    );
    if (!elements.some((element) => typesOf(element).includes("object") && typesOf(element).length === 1)) {
      return [
        diagnostic(
          "wrap-of-nothing",
          tool.at(["wrap", target], "key"),
          { target },
          { didYouMean: closest(target, parameterNames(schema)) },
        ),
      ];
    }
    const elementNames = propertiesAt(schema, [target, "[]"]);
    return keys.flatMap((key, i) => {
      const at = tool.at(["wrap", target, i]);
      if (!elementNames.includes(key))
        return [diagnostic("unknown-element-key", at, { key, target }, { didYouMean: closest(key, elementNames) })];
      return standsForParameter(tool, schema, key)
        ? [diagnostic("repair-name-taken", at, { name: key, target: `${target}[].${key}` })]
        : [];
    });
  });
}

/** Returns true if a name is a parameter at the top, or stands for one. */
function standsForParameter({ spec }: ToolContext, schema: JsonObject, name: string): boolean {
  const others = [spec.aliases ?? {}, spec.weakAliases ?? {}].flatMap((map) => Object.entries(map));
  return (
    parameterNames(schema).includes(name) || others.some(([target, names]) => parseSelector(target).length === 1 && names.includes(name))
  );
}
