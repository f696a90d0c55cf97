import type { Diagnostic, Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import { elementVariants, entryValues, parameterNames, parseSelector, typesOf, variantsAt } from "../../../contract/schema-variants.js";
import type { NodePath } from "../../../contract/spec-node.js";
import type { ToolContext } from "../language/tool-context.js";

/**
 * A name in a spec, and what it may refer to: any parameter, one at the top, a text or texts in an array, or also texts
 * in an object.
 */
interface Named {
  readonly name: string;
  readonly at: Span;
  readonly wants: "any" | "top" | "texts" | "texts or entries";
}

/**
 * Every key that names parameters must name ones that exist: `paths`, `code`, `data`, `allowLeadingDash`,
 * `mutuallyExclusive`,
 * `locations`.
 */
export function checkSelectors(tool: ToolContext, schema: JsonObject): readonly Diagnostic[] {
  const { spec } = tool;
  const keyed = (key: "paths" | "code", wants: Named["wants"]) =>
    Object.keys(spec[key] ?? {}).map((name): Named => ({ name, at: tool.at([key, name], "key"), wants }));
  const listed = (path: NodePath, names: readonly string[], wants: Named["wants"]) =>
    names.map((name, i): Named => ({ name, at: tool.at([...path, i]), wants }));
  const located = (spec.locations ?? []).flatMap((location, i) =>
    (["path", "line"] as const).flatMap((key): readonly Named[] => {
      const name = location[key];
      return name === undefined ? [] : [{ name, at: tool.at(["locations", i, key]), wants: "any" }];
    }),
  );
  return [
    ...keyed("paths", "texts"),
    ...keyed("code", "texts or entries"),
    ...listed(["data"], spec.data ?? [], "any"),
    ...listed(["allowLeadingDash"], spec.allowLeadingDash ?? [], "any"),
    ...(spec.mutuallyExclusive ?? []).flatMap((group, i) => listed(["mutuallyExclusive", i], group, "top")),
    ...located,
  ].flatMap((one) => check(one, schema));
}

function check({ name, at, wants }: Named, schema: JsonObject): readonly Diagnostic[] {
  const selector = parseSelector(name);
  const found = wants === "top" && selector.length > 1 ? [] : variantsAt(schema, selector);
  if (found.length === 0) {
    const candidates = wants === "top" ? parameterNames(schema) : selectorsOf(schema);
    return [diagnostic("unknown-parameter", at, { name }, { didYouMean: closest(name, candidates) })];
  }
  if (wants === "any" || wants === "top") return [];
  const texts = found.flatMap((variant) => textSchemas(schema, variant, wants === "texts or entries"));
  return texts.some((variant) => typesOf(variant).includes("string")) ? [] : [diagnostic("not-a-string", at, { name })];
}

/**
 * Returns the schemas of a selector's texts: for an array its elements, and with `entries` for an object its values.
 */
export function textSchemas(schema: JsonObject, variant: JsonObject, entries: boolean): readonly JsonObject[] {
  if (typesOf(variant).includes("array")) return elementVariants(schema, variant);
  return entries && typesOf(variant).includes("object") ? entryValues(schema, variant) : [variant];
}

/** Parameters and the level inside them, as selectors: candidates for the closest name. */
export function selectorsOf(schema: JsonObject): readonly string[] {
  const inside = (path: readonly string[]) => variantsAt(schema, path).flatMap(parameterNames);
  return parameterNames(schema).flatMap((name) => [
    name,
    ...inside([name]).map((inner) => `${name}.${inner}`),
    ...inside([name, "[]"]).map((inner) => `${name}[].${inner}`),
  ]);
}

/** A root that a path is bound to must be declared in toolgen.yaml. */
export function checkRoots(tool: ToolContext): readonly Diagnostic[] {
  const rootNames = ["workspace", "any", ...Object.keys(tool.project.roots)];
  return Object.entries(tool.spec.paths ?? {}).flatMap(([name, rule]) => {
    if (typeof rule === "string" || rule.root === undefined || rootNames.includes(rule.root)) return [];
    return [
      diagnostic(
        "unknown-root",
        tool.at(["paths", name, "root"]),
        { root: rule.root, accepted: rootNames.join(", ") },
        { didYouMean: closest(rule.root, rootNames) },
      ),
    ];
  });
}
