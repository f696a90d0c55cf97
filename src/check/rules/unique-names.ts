import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import { lineColumn } from "../../diagnostics/diagnostic.js";
import { nodeAt, type SpecDocument } from "../../source/tree.js";

/**
 * Tool names and name aliases are unique in the project (SPEC §2). Names that differ in case alone are one file on some systems, and one name to
 * many models: they count as equal.
 */
export function checkUniqueNames(documents: readonly SpecDocument[]): readonly Diagnostic[] {
  const taken = new Map<string, Span>();
  const claim = (name: string, span: Span, code: "duplicate-tool" | "duplicate-name-alias"): readonly Diagnostic[] => {
    const first = taken.get(name.toLowerCase());
    if (first === undefined) {
      taken.set(name.toLowerCase(), span);
      return [];
    }
    return [diagnostic(code, span, { name, first: `${first.file.path}:${lineColumn(first.file.text, first.start).line}` })];
  };
  const names = documents.flatMap((document) => {
    const node = nodeAt(document.root, ["name"]);
    return node?.kind === "scalar" && node.text !== "" ? claim(node.text, node.span, "duplicate-tool") : [];
  });
  const aliases = documents.flatMap((document) => {
    const node = nodeAt(document.root, ["nameAliases"]);
    return node?.kind === "list"
      ? node.items.flatMap((item) => (item.kind === "scalar" ? claim(item.text, item.span, "duplicate-name-alias") : []))
      : [];
  });
  return [...names, ...aliases];
}
