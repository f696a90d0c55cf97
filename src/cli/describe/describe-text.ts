import { unreachable } from "../../contract/diagnostic.js";
import { printable } from "../../contract/display-text.js";
import type { TemplateTest, TextPiece, TextTemplate, ValueRef } from "../../contract/text-template.js";

/** Prints a compiled text as its template, in the spec's syntax, so that users recognise it. */
export function describeText(text: TextTemplate): string {
  return text.map(describePiece).join("");
}

function describePiece(piece: TextPiece): string {
  if (typeof piece === "string") return piece.replaceAll("{{", "\\{{");
  switch (piece.kind) {
    case "value":
      return `{{${describeRef(piece.ref)}}}`;
    case "join":
      return `{{join ${describeRef(piece.ref)} ${JSON.stringify(piece.separator)}}}`;
    case "json":
      return `{{json ${describeRef(piece.ref)}}}`;
    case "block":
      return describeBlock(piece.block);
    default:
      return unreachable(piece);
  }
}

function describeBlock(block: Extract<TextPiece, { readonly kind: "block" }>["block"]): string {
  const otherwise = block.otherwise === undefined ? "" : `{{else}}${describeText(block.otherwise)}`;
  if (block.kind === "each") return `{{#each ${describeRef(block.ref)}}}${describeText(block.body)}${otherwise}{{/each}}`;
  if (block.branches.length === 0) return describeText(block.otherwise ?? []);
  const branches = block.branches.map(({ test, body }, i) => `{{${i === 0 ? "#" : "else "}if ${describeTest(test)}}}${describeText(body)}`);
  return `${branches.join("")}${otherwise}{{/if}}`;
}

/** A condition in words: `staged`, `not staged`, `detail is "patch"`. */
export function describeTest(test: TemplateTest): string {
  const subject = describeRef(test.ref);
  switch (test.kind) {
    case "given":
      return test.negated ? `not ${subject}` : subject;
    case "equals":
      return `${subject} ${test.negated ? "is not" : "is"} ${JSON.stringify(test.literal)}`;
    default:
      return unreachable(test);
  }
}

/** Returns the name in a placeholder, as a spec writes it. */
export function describeRef(ref: ValueRef): string {
  switch (ref.from) {
    case "param":
      return ref.path.join(".");
    case "item":
      return ["this", ...ref.path].join(".");
    case "output":
      return ["@output", ...ref.path].join(".");
    case "each":
    case "call":
      return `@${ref.name}`;
    case "temp":
    case "secret":
      return `@${ref.from}.${ref.name}`;
    default:
      return unreachable(ref);
  }
}

/** Returns the lines of a section below an empty line; none without content. */
export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

/** Joins lines for a terminal. Control characters in them become visible. */
export const printSections = (lines: readonly string[]): string =>
  [...lines, ""]
    .flatMap((line) => line.split("\n"))
    .map(printable)
    .join("\n");
