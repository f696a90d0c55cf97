import type { JsonObject } from "../../contract/json-value.js";
import type { WrapRule } from "../../contract/repair-rules.js";

/** The opening marker of a block is as long as its separator: `=======` after `<<<<<<< SEARCH`. */
const begin = /^(<{5,9}|-{5,9}) ?SEARCH>?\s*$/;
const end = /^(?:>{5,9} ?REPLACE|\+{5,9} ?REPLACE)\s*$/;
/** The line in which Roo Code says where a block belongs, and the rule below it. The searched text says the same. */
const hint = /^:(?:start|end)_line:\s*\d+\s*$/;
const rule = "-------";
const outside = /^\s*(?:```\w*\s*)?$/;
/** Some writers put a backslash before a marker that is content. */
const escaped = /^\\(?:<{5}|={5}|>{5}|-{5}|\+{5})/;

interface Block {
  readonly middle: string;
  readonly search: string[];
  readonly replace: string[];
  hinted: boolean;
  at: "search" | "replace";
}

/**
 * Returns the elements that SEARCH/REPLACE blocks stand for, as Cline, Roo Code and Aider write them: the searched text
 * under the first of the rule's keys, the replacement under the second. Returns `undefined` if the text holds anything
 * but blocks, or if a block is ambiguous.
 */
export function parseSearchReplace(text: string, { keys: [searched, replaced, ...more] }: WrapRule): readonly JsonObject[] | undefined {
  if (searched === undefined || replaced === undefined || more.length > 0 || !text.includes("SEARCH")) return undefined;
  const lineEnd = /(?:^|[^\r])\n/.test(text) ? "\n" : "\r\n";
  const elements: JsonObject[] = [];
  let block: Block | undefined;
  for (const line of text.split(lineEnd)) {
    if (escaped.test(line)) return undefined;
    const signs = begin.exec(line)?.[1];
    if (block === undefined) {
      if (signs !== undefined) block = { middle: "=".repeat(signs.length), search: [], replace: [], hinted: false, at: "search" };
      else if (!outside.test(line)) return undefined;
    } else if (signs !== undefined) {
      return undefined;
    } else if (end.test(line)) {
      if (block.at === "search") return undefined;
      elements.push(
        Object.fromEntries(
          [
            ...([
              [searched, block.search],
              [replaced, block.replace],
            ] as const),
          ].map(([key, lines]) => [key, lines.join(lineEnd)]),
        ),
      );
      block = undefined;
    } else if (!readLine(line, block)) {
      return undefined;
    }
  }
  return block === undefined && elements.length > 0 ? elements : undefined;
}

/** Adds a line to the part of the block that it belongs to; returns `false` if it could belong to two. */
function readLine(line: string, block: Block): boolean {
  if (line.trimEnd() === block.middle) {
    if (block.at === "replace") return false;
    block.at = "replace";
  } else if (block.at === "replace") {
    block.replace.push(line);
  } else if (block.search.length === 0 && hint.test(line)) {
    block.hinted = true;
  } else if (block.search.length === 0 && block.hinted && line.trimEnd() === rule) {
    block.hinted = false;
  } else {
    block.search.push(line);
  }
  return true;
}
