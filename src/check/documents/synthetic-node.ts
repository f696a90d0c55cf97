import type { Span } from "../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../runtime/json/json-value.js";
import type { MapEntry, SpecNode } from "../../source/spec-node.js";

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
