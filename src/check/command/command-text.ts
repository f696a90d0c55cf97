import { bodies, type FlatWord } from "../template/flatten.js";
import { isBlock, type TemplateNode } from "../template/nodes.js";
import { parameterText } from "../template/parameter-text.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";

/**
 * Prints a command as the author wrote it, with `<value>` for one parameter and `…` for the others: `glab mr list
 * --label <value>`. It changes with each word of the author's, and if the parameter moves, so a claim about the
 * parameter holds for this text alone.
 */
export function commandText({ program, words }: { readonly program: string; readonly words: readonly FlatWord[] }, param: string): string {
  const textOf = (nodes: readonly TemplateNode[], scope: TemplateScope): string => nodes.map((node) => printed(node, scope)).join("");
  const printed = (node: TemplateNode, scope: TemplateScope): string => {
    if (node.kind === "text") return node.text;
    if (!isBlock(node)) return isParam(node.of, scope) ? "<value>" : "…";
    const branches = bodies(node, scope).map((body) => textOf(body.nodes, body.scope));
    return `[${branches.join("|")}]`;
  };
  const isParam = (of: Parameters<typeof resolveName>[0], scope: TemplateScope): boolean => {
    const resolved = resolveName(of, scope);
    return resolved !== undefined && parameterText(resolved) === param;
  };
  return [program, ...words.map(({ nodes, scope }) => textOf(nodes, scope))].join(" ").trim();
}
