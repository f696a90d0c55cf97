import type { Scalar } from "yaml";
import type { Span } from "../../diagnostics/diagnostic.js";
import type { ScalarNode } from "../spec-node.js";

/** The value, text and style of a scalar, with the comment behind an unquoted one. */
export function scalarContent(node: Scalar, span: Span): Pick<ScalarNode, "value" | "text" | "style" | "comment"> {
  const style = styles[node.type ?? "PLAIN"] ?? "plain";
  const text = node.source ?? "";
  const content = { value: jsonScalar(node.value, text), text, style };
  return style === "plain" && node.comment ? { ...content, comment: commentBehind(span) } : content;
}

const styles: Readonly<Record<string, ScalarNode["style"]>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

/** JSON has no infinities and no NaN, which YAML writes `.inf` and `.nan`: they stay text. */
function jsonScalar(value: unknown, text: string): ScalarNode["value"] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return typeof value === "number" && Number.isFinite(value) ? value : text;
}

/** The position of a comment on the last line of an unquoted text. */
function commentBehind({ file, end }: Span): Span | undefined {
  const found = /^[ \t]+(#[^\r\n]*)/.exec(file.text.slice(end, end + 1000));
  return found?.[1] === undefined ? undefined : { file, start: end + found[0].length - found[1].length, end: end + found[0].length };
}
