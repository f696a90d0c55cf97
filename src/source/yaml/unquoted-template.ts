import { isMap, type Node } from "yaml";
import type { SourceFile, Span } from "../../diagnostics/diagnostic.js";

/** Returns true if YAML reads a template as a map in a map, because it isn't quoted. */
export const isUnquotedTemplate = ({ text }: SourceFile, node: Node): boolean =>
  text.startsWith("{{", node.range?.[0] ?? 0) && isMap(node) && node.flow === true;

/** The template that was meant: to its braces, or else to the end of the line. */
export function unquotedTemplateSpan(file: SourceFile, node: Node): Span {
  const start = node.range?.[0] ?? 0;
  const line = /[^\r\n]*/.exec(file.text.slice(start, start + 1000))?.[0] ?? "";
  const text = /^\{\{.*?\}\}/.exec(line)?.[0] ?? line.trimEnd();
  return { file, start, end: start + text.length };
}
