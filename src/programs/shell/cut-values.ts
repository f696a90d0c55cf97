import { positionalWords } from "./lists.js";
import type { AssignedWord, Script, WordPiece } from "./script.js";
import type { Filled } from "./script-template.js";
import { variablesSetByCommand } from "./written-by-command.js";

/**
 * Finds the parts of words that may be a piece of a value: the output of a program, a line that was read, one of
 * several words.
 */
export interface CutValues {
  readonly isCut: (part: WordPiece) => boolean;
}

/** Variables that the shell sets to pieces. */
const setByShell = ["REPLY", "MAPFILE", "OPTARG", "BASH_REMATCH", "_"];

export function cutValuesOf(marked: Filled, read: Script): CutValues {
  const variables = new Set(setByShell);
  for (const command of read.commands) for (const { variable, reads } of variablesSetByCommand(command)) if (reads) variables.add(variable);
  if (read.fed.length > 0) variables.add("@");
  const usedIn = ({ range }: WordPiece) => read.uses.filter((use) => use.range.start === range.start && use.range.end === range.end);
  const isCut = (part: WordPiece): boolean => {
    if (part.output !== undefined) return part.output === "text";
    const text = marked.text.slice(part.range.start, part.range.end);
    return part.expands && (takesPart.test(text) || usedIn(part).some(({ variable }) => variables.has(keyOf(variable))));
  };
  // Only lists and loops are split: `a=($w)`, `for a in $w`.
  const cuts = ({ word, exported }: AssignedWord) =>
    word.parts.some((part) => isCut(part) || (exported === undefined && part.splits === true));
  const assignments: readonly AssignedWord[] = [
    ...read.assignments,
    ...read.bound,
    ...positionalWords(read).map((word) => ({ variable: "@", word })),
  ];
  for (let before = -1; before !== variables.size; ) {
    before = variables.size;
    for (const one of assignments.filter(cuts)) variables.add(keyOf(one.variable));
  }
  return { isCut };
}

/** `${x#a}`, `${x:1}`, `${x/a/b}` */
const takesPart = /^\$\{\w+(?:\[[^\]]*\])?(?:[#%/]|:(?![-+=?]))/;

/** `$1` and the others are one variable, because values move among them. */
const keyOf = (variable: string) => (/^(?:[1-9][0-9]*|[@*])$/.test(variable) ? "@" : variable);
