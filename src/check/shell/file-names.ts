import type { Script, ShellWord } from "./script.js";

/**
 * Returns the file names that a word of a script may stand for: `f` for `./d/f`, `$t` for one that only a call knows,
 * `anyFile` for a pattern.
 */
export type FileNames = (word: ShellWord) => readonly string[];

export const anyFile = "*";
/** The output of a program, which is another file at each position. */
const printed = "$()";

export function fileNamesOf(read: Script): FileNames {
  const ofVariable = (variable: string, seen: readonly string[]): readonly string[] => {
    const set = seen.includes(variable) ? [] : read.kept.filter((kept) => kept.variable === variable);
    const names = set.flatMap(({ word }) => ofWord(word, [...seen, variable]));
    // The same file wherever the variable is used: `t=$(mktemp)`.
    return set.length === 0 ? [`$${variable}`] : names.map((name) => (name === printed ? `$${variable}` : name));
  };
  const ofWord = (word: ShellWord, seen: readonly string[]): readonly string[] => {
    const last = word.parts.findLastIndex(({ expands }) => expands);
    const tail = word.parts
      .slice(last + 1)
      .map(({ text }) => text)
      .join("");
    const [slash, part] = [tail.lastIndexOf("/"), word.parts[last]];
    const base = tail.slice(slash + 1);
    if (/[*?[]|^\{\}$/.test(base)) return [anyFile];
    if (part === undefined || slash !== -1) return [base];
    const use = read.uses.find(({ range }) => range.start === part.range.start && range.end === part.range.end);
    if (use !== undefined && tail === "" && last === 0) return ofVariable(use.variable, seen);
    return [part.output === undefined ? anyFile : printed];
  };
  return (word) => ofWord(word, []).map((name) => (name === printed ? anyFile : name));
}
