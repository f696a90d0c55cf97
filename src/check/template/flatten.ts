import type { ScalarNode } from "../../source/spec-node.js";
import { cutWords, loneBlock } from "./cut-words.js";
import { enterEach } from "./enter-each.js";
import type { TemplateNode } from "./nodes.js";
import { resolveName } from "./resolve-name.js";
import type { TemplateScope } from "./template-scope.js";

/** An item of a command as written: its template, its scalar, and its nested list or spread. */
export interface ParsedItem {
  readonly nodes: readonly TemplateNode[];
  readonly scalar: ScalarNode;
  readonly quoted: boolean;
  /** Items with equal numbers are kept or dropped together; top-level items have a number each. */
  readonly group: number;
}

/** One argument of a command as written, in order, including those of spreads. */
export interface FlatWord {
  readonly nodes: readonly TemplateNode[];
  readonly scope: TemplateScope;
  readonly group: string;
  /** True if every call has it: it is literal, and nothing in its group can be absent. */
  readonly certain: boolean;
}

/** Returns every argument that a command may get, in the order of the command, for the rules about arguments. */
export function flattenWords(items: readonly ParsedItem[], scopeOf: (scalar: ScalarNode) => TemplateScope): readonly FlatWord[] {
  return items.flatMap((item) => {
    const scope = silent(scopeOf(item.scalar));
    const group = String(item.group);
    const certain = items.every((other) => other.group !== item.group || isLiteral(other.nodes));
    return item.quoted ? [{ nodes: item.nodes, scope, group, certain }] : flatten(item.nodes, { scope, group, certain });
  });
}

const isLiteral = (nodes: readonly TemplateNode[]) => nodes.every((node) => node.kind === "text");

function flatten(nodes: readonly TemplateNode[], { scope, group, certain }: Omit<FlatWord, "nodes">): readonly FlatWord[] {
  const block = loneBlock(nodes);
  if (block === undefined) return [{ nodes, scope, group, certain }];
  return bodies(block, scope).flatMap((body, index) =>
    cutWords(body.nodes).words.flatMap((word) => {
      const inner = `${group}/${block.range.start}.${index}`;
      const context = { scope: body.scope, group: inner, certain: false };
      return word.quoted ? [{ nodes: word.nodes, ...context }] : flatten(word.nodes, context);
    }),
  );
}

/** The bodies of a block, each with the scope inside it. */
export function bodies(
  block: TemplateNode,
  scope: TemplateScope,
): readonly { readonly nodes: readonly TemplateNode[]; readonly scope: TemplateScope }[] {
  if (block.kind === "if") {
    return [...block.branches.map((branch) => branch.body), ...(block.otherwise ? [block.otherwise] : [])].map((nodes) => ({
      nodes,
      scope,
    }));
  }
  if (block.kind !== "each") return [];
  const over = resolveName(block.of, scope);
  const inside = over && enterEach(over, scope);
  return [...(inside ? [{ nodes: block.body, scope: inside }] : []), ...(block.otherwise ? [{ nodes: block.otherwise, scope }] : [])];
}

/** A scope whose reports are dropped: names were resolved, and reported, when the command was compiled. */
export const silent = (scope: TemplateScope): TemplateScope => ({ ...scope, log: [], used: new Set() });
