import type { TextTemplate, ValueRef } from "../../runtime/contract/text-template.js";

/**
 * Returns `risk.impact` as a text about every call, for descriptions of the tool: a value is shown as `‹name›`. Returns
 * `undefined` if it has a block, because only calls decide that.
 */
export function impactDescription(impact: TextTemplate): string | undefined {
  const pieces = impact.map((piece) => (typeof piece === "string" ? piece : piece.kind === "block" ? undefined : `‹${nameOf(piece.ref)}›`));
  return pieces.includes(undefined) ? undefined : pieces.join("").trim();
}

const nameOf = (ref: ValueRef) => ("path" in ref ? ref.path.join(".") : ref.name);
