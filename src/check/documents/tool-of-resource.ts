import type { Span } from "../../diagnostics/diagnostic.js";
import type { MapEntry, MapNode, ScalarNode, SpecDocument } from "../../source/spec-node.js";
import { toolShape } from "../language/tool-shape.js";

/** Returns the document of a tool that runs what a resource runs. Added keys have the position of the name. */
export function toolOfResource(
  document: SpecDocument & { readonly root: MapNode },
  more: Readonly<Record<string, string>>,
): SpecDocument & { readonly root: MapNode } {
  const { root } = document;
  const fields: readonly string[] = toolShape.kind === "record" ? Object.keys(toolShape.fields) : [];
  const entries = root.entries.flatMap((entry): readonly MapEntry[] => {
    if (entry.key === "resource") return [{ ...entry, key: "name" }, ...Object.entries({ kind: "read", ...more }).map(added(entry))];
    return fields.includes(entry.key) || entry.key.startsWith("x-") ? [entry] : [];
  });
  return { ...document, root: { ...root, entries } };
}

const added =
  ({ keySpan }: MapEntry) =>
  ([key, text]: readonly [string, string]): MapEntry => ({ key, keyKind: "text", keySpan, value: scalar(text, keySpan) });

const scalar = (text: string, span: Span): ScalarNode => ({
  kind: "scalar",
  value: text,
  text,
  style: "plain",
  span,
  offsetOf: () => span.start,
});
