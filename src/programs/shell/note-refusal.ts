import type { Range } from "../../contract/spec-node.js";
import type { Facts } from "./read-word.js";
import type { Where } from "./script.js";

/** A node of the parser, by its offsets. */
export interface SyntaxNode {
  readonly pos: number;
  readonly end: number;
}

export const rangeOf = ({ pos, end }: SyntaxNode): Range => ({ start: pos, end });
export const textOf = ({ pos, end }: SyntaxNode, { source }: Facts) => source.slice(pos, end);
export const noteRefusal = (where: Where, node: SyntaxNode, facts: Facts): void =>
  void facts.refusals.push({ where, range: rangeOf(node), depth: facts.depth });
export const noteBashOnly = (syntax: string, node: SyntaxNode, facts: Facts): void =>
  void facts.bashOnly.push({ what: `\`${syntax}\``, range: rangeOf(node) });
export const noteArrays = (node: SyntaxNode, facts: Facts): void => void facts.bashOnly.push({ what: "arrays", range: rangeOf(node) });
