import { positionalWords } from "./lists.js";
import type { Script, ShellWord } from "./script.js";

/**
 * Names that a word of a script may have for a file: `f` for `./d/f`, `$t` for what only a call knows, and with `*` for
 * what isn't known of it: `*.sh`, `f*` for `f$n`.
 */
export type FileNames = (word: ShellWord) => readonly string[];

export const anyFile = "*";
/** The output of a program, which is another file at each position. */
const printed = "$()";

export function fileNamesOf(read: Script): FileNames {
  const positional = positionalWords(read);
  const wordsOf = (variable: string) =>
    /^(?:[1-9][0-9]*|[@*])$/.test(variable)
      ? positional
      : read.assignments.filter((kept) => kept.variable === variable).map(({ word }) => word);
  const ofVariable = (variable: string, seen: readonly string[]): readonly string[] => {
    const set = seen.includes(variable) ? [] : wordsOf(variable);
    const names = set.flatMap((word) => ofWord(word, [...seen, variable]));
    // The same file in each place that names the variable: `t=$(mktemp)`.
    return set.length === 0 ? [`$${variable}`] : [...new Set(names.map((name) => (name === printed ? `$${variable}` : name)))];
  };
  const ofWord = (word: ShellWord, seen: readonly string[]): readonly string[] => {
    const base = lastStep(word.parts);
    const [part, ...others] = base;
    const use = read.uses.find(({ range }) => range.start === part?.range.start && range.end === part.range.end);
    if (part?.expands === true && others.length === 0) {
      if (use !== undefined) return ofVariable(use.variable, seen);
      return [part.output === undefined ? anyFile : printed];
    }
    const text = base.map((one) => (one.expands ? anyFile : one.text)).join("");
    return [text.replaceAll(/\{\}|\[[^\]]*\]|[?*]+/g, anyFile).replaceAll(/\*+/g, anyFile)];
  };
  // A cache: every redirection is compared with every other.
  const cache = new WeakMap<ShellWord, readonly string[]>();
  return (word) => {
    const names = cache.get(word) ?? ofWord(word, []).map((name) => (name === printed ? anyFile : name));
    cache.set(word, names);
    return names;
  };
}

/** The pieces behind the last `/`. What expands may have one in it. */
function lastStep(parts: ShellWord["parts"]): ShellWord["parts"] {
  const pieces = parts.filter(({ text, expands }) => expands || text !== "");
  const at = pieces.findLastIndex(({ text, expands }) => !expands && text.includes("/"));
  const piece = pieces[at];
  if (piece === undefined) return pieces;
  const rest = piece.text.slice(piece.text.lastIndexOf("/") + 1);
  return [...(rest === "" ? [] : [{ ...piece, text: rest }]), ...pieces.slice(at + 1)];
}

/** Returns true if two names may be those of one file. */
export function mayBeSameFile(a: string, b: string): boolean {
  if (a === b || a === anyFile || b === anyFile) return true;
  if (!a.includes(anyFile) && !b.includes(anyFile)) return false;
  const [startOfA, endOfA] = ends(a);
  const [startOfB, endOfB] = ends(b);
  return (startOfA.startsWith(startOfB) || startOfB.startsWith(startOfA)) && (endOfA.endsWith(endOfB) || endOfB.endsWith(endOfA));
}

/** Returns what stands before the first `*` and behind the last; the whole name where there is none. */
const ends = (name: string): readonly [string, string] =>
  name.includes(anyFile) ? [name.slice(0, name.indexOf(anyFile)), name.slice(name.lastIndexOf(anyFile) + 1)] : [name, name];
