import type { Ref, Text } from "../../runtime/contract/template.js";

/**
 * `risk.impact` as a text about every call, for those who ask about a tool before it is called: a value stands as `‹name›`. `undefined` where it has a block,
 * of which calls decide.
 */
export function impactDescription(impact: Text): string | undefined {
  const pieces = impact.map((piece) => (typeof piece === "string" ? piece : piece.kind === "block" ? undefined : `‹${nameOf(piece.ref)}›`));
  return pieces.includes(undefined) ? undefined : pieces.join("").trim();
}

const nameOf = (ref: Ref) => ("path" in ref ? ref.path.join(".") : ref.name);
