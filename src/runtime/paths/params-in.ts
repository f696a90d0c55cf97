import type { TextPiece, TextTemplate } from "../contract/text-template.js";

/** The parameters that a piece of text may print. */
export function paramsIn(piece: TextPiece): readonly string[] {
  if (typeof piece === "string") return [];
  if (piece.kind !== "block") return paramOf(piece.ref);
  const { block } = piece;
  const inner = (text: TextTemplate | undefined) => (text ?? []).flatMap(paramsIn);
  if (block.kind === "each") return [...paramOf(block.ref), ...inner(block.body), ...inner(block.otherwise)];
  return [...block.branches.flatMap((branch) => inner(branch.body)), ...inner(block.otherwise)];
}

function paramOf(ref: { readonly from: string; readonly path?: readonly string[] }): readonly string[] {
  return ref.from === "param" ? (ref.path ?? []).slice(0, 1) : [];
}
