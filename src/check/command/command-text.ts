import { bodies, type FlatWord } from "../template/flatten.js";
import { isBlock, type TemplateNode } from "../template/nodes.js";
import type { TemplateScope } from "../template/template-scope.js";

/**
 * Prints a command as the author wrote it, with `…` for values: `glab mr list --label …`. It changes with each word of
 * the author's, so a claim about a value holds for this text alone.
 */
export const commandText = ({ program, words }: { readonly program: string; readonly words: readonly FlatWord[] }): string =>
  [program, ...words.map(({ nodes, scope }) => textOf(nodes, scope))].join(" ").trim();

const textOf = (nodes: readonly TemplateNode[], scope: TemplateScope): string =>
  nodes.map((node) => (node.kind === "text" ? node.text : isBlock(node) ? choice(node, scope) : "…")).join("");

/** `[--all|--none]`: the texts of a block. */
const choice = (block: TemplateNode, scope: TemplateScope): string =>
  `[${bodies(block, scope)
    .map((body) => textOf(body.nodes, body.scope))
    .join("|")}]`;
