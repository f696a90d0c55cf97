import type { Span } from "../../diagnostics/diagnostic.js";
import type { ScalarNode } from "../spec-node.js";
import { textOffsets } from "../text-offsets.js";

/**
 * A scalar with its position. The positions of its characters are computed on first use, because most are never needed.
 */
export function scalarNode(
  content: Pick<ScalarNode, "value" | "text" | "style" | "comment">,
  span: Span,
  written: { readonly start: number; readonly end: number } = span,
): ScalarNode {
  let offsets: ((index: number) => number) | undefined;
  return {
    kind: "scalar",
    ...content,
    span,
    offsetOf(index) {
      offsets ??= textOffsets({ text: span.file.text, start: written.start, end: written.end, style: content.style }, content.text);
      return offsets(index);
    },
  };
}
