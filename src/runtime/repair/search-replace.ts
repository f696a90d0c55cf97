import type { JsonObject } from "../json.js";
import type { WrapRule } from "./rules.js";

const begin = /^(?:<{5,9} ?SEARCH>?|-{5,9} ?SEARCH)\s*$/;
const middle = /^={5,9}\s*$/;
const end = /^(?:>{5,9} ?REPLACE|\+{5,9} ?REPLACE)\s*$/;
/** Where Roo Code says that a block belongs; the text that is searched says it too. */
const hint = /^:(?:start|end)_line:\s*\d+\s*$/;
const rule = /^-{5,9}\s*$/;
const outside = /^\s*(?:```\w*)?\s*$/;

/**
 * The elements that blocks of SEARCH and REPLACE stand for, as Cline, Roo Code and Aider write them: what is searched is the first of the rule's
 * keys, what replaces it the second. `undefined` if anything but blocks stands in the text, or if a block could be read in two ways.
 */
export function blocksFrom(text: string, { keys: [searched, replaced, ...more] }: WrapRule): readonly JsonObject[] | undefined {
  if (searched === undefined || replaced === undefined || more.length > 0 || !/SEARCH/.test(text)) return undefined;
  const elements: JsonObject[] = [];
  let block: { readonly search: string[]; readonly replace: string[]; at: "hints" | "search" | "replace" } | undefined;
  for (const line of text.split("\n")) {
    if (block === undefined) {
      if (begin.test(line)) block = { search: [], replace: [], at: "hints" };
      else if (!outside.test(line)) return undefined;
    } else if (begin.test(line)) {
      return undefined;
    } else if (block.at === "hints" && hint.test(line)) {
    } else if (block.at === "hints" && rule.test(line)) {
      block.at = "search";
    } else if (middle.test(line)) {
      if (block.at === "replace") return undefined;
      block.at = "replace";
    } else if (end.test(line)) {
      if (block.at !== "replace") return undefined;
      elements.push(
        Object.fromEntries([
          [searched, block.search.join("\n")],
          [replaced, block.replace.join("\n")],
        ]),
      );
      block = undefined;
    } else if (block.at === "replace") {
      block.replace.push(line);
    } else {
      block.at = "search";
      block.search.push(line);
    }
  }
  return block === undefined && elements.length > 0 ? elements : undefined;
}
