import { bodies, type FlatWord } from "../template/flatten.js";
import { isBlock, type TemplateNode } from "../template/nodes.js";
import { parameterText } from "../template/parameter-text.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";

/** A command, and the text of its input or of a file in which a value stands. */
interface CommandOfValue {
  readonly program: string;
  readonly words: readonly FlatWord[];
  readonly text?: Pick<FlatWord, "nodes" | "scope"> | undefined;
}

/**
 * Prints a command as the author wrote it, with `<value>` for one parameter: `glab mr list --label <value>`. Other
 * parameters are `…`, or the values that the author lists. It changes with each word of the author's, and if the
 * parameter moves, so a claim about the parameter holds for this text alone.
 */
export function commandText({ program, words, text }: CommandOfValue, param: string): string {
  const textOf = (nodes: readonly TemplateNode[], scope: TemplateScope): string => nodes.map((node) => printed(node, scope)).join("");
  const printed = (node: TemplateNode, scope: TemplateScope): string => {
    if (node.kind === "text") return node.text;
    if (!isBlock(node)) return ofPlaceholder(resolveName(node.of, scope));
    const branches = bodies(node, scope).map((body) => textOf(body.nodes, body.scope));
    return `[${branches.join("|")}]`;
  };
  const ofPlaceholder = (resolved: ReturnType<typeof resolveName>): string => {
    if (resolved === undefined) return "…";
    if (parameterText(resolved) === param) return "<value>";
    const listed = resolved.variants.map(({ const: only, enum: several }) => (only === undefined ? several : [only]));
    return listed.length > 0 && listed.every(Array.isArray) ? `(${listed.flat().map(String).join("|")})` : "…";
  };
  const command = [program, ...words.map(({ nodes, scope }) => textOf(nodes, scope))].join(" ").trim();
  return text === undefined ? command : `${command} < ${textOf(text.nodes, text.scope)}`;
}
