import type { Range, ScalarNode } from "../../contract/spec-node.js";
import { isBlock, type TemplateNode } from "../template-syntax.js";
import { resolveName } from "./resolve-name.js";
import { enterEach, type TemplateScope } from "./template-scope.js";

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

/** A word of a template, between literal spaces. `quoted`: it contained quotes, so even an empty one is a word. */
export interface Word {
  readonly nodes: readonly TemplateNode[];
  readonly quoted: boolean;
  /** Its unquoted literal text, in which shell syntax is searched. */
  readonly bare: readonly { readonly text: string; readonly range: Range }[];
  /** Text in double quotes, where a shell would still expand `$` and backticks. */
  readonly doubleQuoted: readonly { readonly text: string; readonly range: Range }[];
}

interface Cut {
  readonly words: readonly Word[];
  /** The position of a quote that isn't closed. */
  readonly unclosedQuote: Range | undefined;
}

/** Splits at literal spaces; `'…'` and `"…"` group, also around placeholders; a backslash is literal. */
export function cutWords(nodes: readonly TemplateNode[]): Cut {
  const words: Word[] = [];
  let word = emptyWord();
  let quote: { readonly char: string; readonly range: Range } | undefined;
  const finish = () => {
    if (word.nodes.length > 0 || word.quoted) words.push({ ...word, nodes: mergeText(word.nodes) });
    word = emptyWord();
  };
  for (const node of nodes) {
    if (node.kind !== "text") {
      word.nodes.push(node);
      continue;
    }
    for (let i = 0; i < node.text.length; i++) {
      const char = node.text.charAt(i);
      const range = { start: node.range.start + i, end: node.range.start + i + 1 };
      if (quote === undefined && (char === "'" || char === '"')) {
        quote = { char, range };
        word.quoted = true;
      } else if (quote?.char === char) {
        quote = undefined;
      } else if (quote === undefined && /\s/.test(char)) {
        finish();
      } else {
        word.nodes.push({ kind: "text", text: char, range });
        if (quote === undefined) word.bare.push({ text: char, range });
        if (quote?.char === '"') word.doubleQuoted.push({ text: char, range });
      }
    }
  }
  finish();
  return { words, unclosedQuote: quote?.range };
}

function emptyWord() {
  return {
    nodes: [] as TemplateNode[],
    quoted: false,
    bare: [] as { text: string; range: Range }[],
    doubleQuoted: [] as { text: string; range: Range }[],
  };
}

/** Joins neighbouring text nodes. */
export function mergeText(nodes: readonly TemplateNode[]): readonly TemplateNode[] {
  const result: TemplateNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.kind === "text" && last?.kind === "text") {
      result[result.length - 1] = { kind: "text", text: last.text + node.text, range: { start: last.range.start, end: node.range.end } };
    } else {
      result.push(node);
    }
  }
  return result;
}

/** Returns the block that is all of a word or item, apart from white space. */
export function loneBlock(nodes: readonly TemplateNode[]) {
  const meaningful = nodes.filter((node) => node.kind !== "text" || node.text.trim() !== "");
  const [only] = meaningful;
  return meaningful.length === 1 && only !== undefined && isBlock(only) ? only : undefined;
}

/** Returns the second of two blocks that have nothing between them. */
export function adjacentBlock(nodes: readonly TemplateNode[]): Range | undefined {
  const index = nodes.findIndex((node, i) => isBlock(node) && i > 0 && isBlock(nodes[i - 1] ?? node));
  return nodes[index]?.range;
}
