import type { TextPiece, TextTemplate, ValueRef } from "../../runtime/contract/text-template.js";
import type { ToolContext } from "../context.js";
import { parseSelector } from "../schema/types.js";

/** The parameters that a text may print and that aren't in the tool's `paths`. */
export function parametersOutsidePaths(tool: ToolContext, text: TextTemplate): readonly string[] {
  const paths = Object.keys(tool.spec.paths ?? {}).map((name) => elementsAside(parseSelector(name)));
  return [...new Set(text.flatMap((piece) => printed(piece)))].filter((name) => !paths.includes(name));
}

const elementsAside = (selector: readonly string[]) => selector.filter((step) => step !== "[]").join(".");

/** The parameters that a piece of text may print. */
function printed(piece: TextPiece, each: readonly string[] = []): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind !== "block") return parameterPath(piece.ref, each);
  const { block } = piece;
  const inside = (text: TextTemplate | undefined, over = each) => (text ?? []).flatMap((inner) => printed(inner, over));
  if (block.kind === "if") return [...block.branches.flatMap((branch) => inside(branch.body)), ...inside(block.otherwise)];
  return [...inside(block.body, block.ref.from === "param" ? block.ref.path : []), ...inside(block.otherwise)];
}

function parameterPath(ref: ValueRef, each: readonly string[]): readonly string[] {
  if (ref.from === "param") return [ref.path.join(".")];
  return ref.from === "item" ? [[...each, ...ref.path].join(".")] : [];
}
