import type { Word } from "./cut-words.js";
import type { Range } from "./nodes.js";

/** Returns the shell syntax in a word of a string command: operators, `$`, backticks, globs, a leading `~`. */
export function shellSyntax(word: Word): readonly { readonly text: string; readonly range: Range }[] {
  const bare = word.bare.filter(
    ({ text }, index) => /[|&;<>()$`*?[\]]/.test(text) || (index === 0 && text === "~" && startsWith(word, text)),
  );
  const expanding = word.doubleQuoted.filter(({ text }) => text === "$" || text === "`");
  return [...bare, ...expanding];
}

function startsWith(word: Word, text: string): boolean {
  const first = word.nodes[0];
  return first?.kind === "text" && first.text.startsWith(text);
}
