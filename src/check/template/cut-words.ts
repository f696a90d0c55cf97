import { isBlock, type Range, type TemplateNode } from "./nodes.js";

/** A word of a template, between literal spaces. `quoted`: it contained quotes, so even an empty one is a word. */
export interface Word {
  readonly nodes: readonly TemplateNode[];
  readonly quoted: boolean;
  /** Its unquoted literal text, in which shell syntax is searched. */
  readonly bare: readonly { readonly text: string; readonly range: Range }[];
  /** Text in double quotes, where a shell would still expand `$` and backticks. */
  readonly doubleQuoted: readonly { readonly text: string; readonly range: Range }[];
}

export interface Cut {
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
