import type { Span } from "../../../contract/diagnostic.js";
import type { JsonObject, JsonValue } from "../../../contract/json-value.js";
import { parameterNames, variantsAt } from "../../../contract/schema-variants.js";
import type { MapEntry, MapNode, SpecDocument, SpecNode } from "../../../contract/spec-node.js";
import type { TemplateContext } from "../../../programs/template.js";
import { toolShape } from "../language/tool-shape.js";
import type { ToolFindings } from "../lower/lower.js";

/** Returns the document of a tool that runs what a resource runs. Its kind has the position of the name. */
export function toolOfResource(document: SpecDocument & { readonly root: MapNode }): SpecDocument & { readonly root: MapNode } {
  const { root } = document;
  const fields: readonly string[] = toolShape.kind === "record" ? Object.keys(toolShape.fields) : [];
  const entries = root.entries.flatMap((entry): readonly MapEntry[] => {
    if (entry.key === "resource") {
      return [{ ...entry, key: "name" }, syntheticEntry("kind", "read", entry.keySpan)];
    }
    return fields.includes(entry.key) || entry.key.startsWith("x-") ? [entry] : [];
  });
  return { ...document, root: { ...root, entries } };
}

/** The findings about a document that runs nothing. */
export const noFindings: Omit<ToolFindings, "checked"> = {
  command: undefined,
  http: undefined,
  handler: undefined,
  cwd: undefined,
  stdin: undefined,
  summary: undefined,
  impacts: { own: undefined, rules: [] },
  envSet: {},
  outputFile: undefined,
  display: undefined,
  tempFiles: [],
  tempDir: false,
  dashes: [],
  platforms: {},
  mcp: undefined,
  values: [],
  guards: [],
  mild: [],
  leastRisk: "safe",
  output: undefined,
};

/** The context of a template that is only text: a value may begin with a dash, and there are no files or secrets. */
export const plainTextContext = (schema: JsonObject): TemplateContext & { readonly used: Set<string> } => ({
  schema,
  used: new Set(),
  dash: () => true,
  own: { tempFiles: [], secrets: [], takesSecrets: false, used: new Set() },
});

/** Returns the node of a value that no spec says. Each part of it has the same position. */
export function syntheticNode(value: JsonValue, span: Span): SpecNode {
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => syntheticNode(item, span)), span };
  if (typeof value === "object" && value !== null)
    return { kind: "map", entries: Object.entries(value).map(([key, one]) => syntheticEntry(key, one, span)), span };
  return { kind: "scalar", value, text: String(value), style: "plain", span, offsetOf: () => span.start };
}

export const syntheticEntry = (key: string, value: JsonValue, keySpan: Span): MapEntry => ({
  key,
  keyKind: "text",
  keySpan,
  value: syntheticNode(value, keySpan),
});

/** The texts that each parameter can be, for those whose forms all list their values. */
export function listedValues(schema: JsonObject): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    parameterNames(schema).flatMap((name) => {
      const values = valuesOf(schema, name);
      return values === undefined ? [] : [[name, values]];
    }),
  );
}

function valuesOf(schema: JsonObject, name: string): readonly string[] | undefined {
  const all = variantsAt(schema, [name]).map(({ enum: values, const: only, type }) => {
    if (Array.isArray(values)) return values;
    if (only !== undefined) return [only];
    return type === "boolean" ? [true, false] : undefined;
  });
  if (all.length === 0 || all.some((values) => values === undefined)) return undefined;
  return [...new Set(all.flatMap((values = []) => values.filter((value) => value !== null).map(String)))];
}
