import { anyFile, fileNamesOf, mayBeSameFile } from "./file-names.js";
import { flowSteps } from "./flow-steps.js";
import { FoundValues } from "./found-values.js";
import { lookUpValues, type ValueLookup } from "./look-up-values.js";
import { nothingOutside, type OutsideValues } from "./outside-values.js";
import type { Script, ShellWord } from "./script.js";
import type { Filled, Hole } from "./script-template.js";

/**
 * Where values may come to in a script: through variables, arguments of functions, files, streams, and the output of
 * programs that got one.
 */
export interface Flows extends ValueLookup {
  readonly valuesOfFiles: () => readonly Hole[];
  /** Returns true if the script writes a file that a word names. */
  readonly isWritten: (word: ShellWord) => boolean;
}

/** Follows the values of a script, and those that come into it from outside. */
export function flowsOf(marked: Filled, read: Script, outside: OutsideValues = nothingOutside): Flows {
  const script = { marked, read, outside, all: [...marked.holes, ...outside.holes] };
  const found = new FoundValues(outside);
  const lookup = lookUpValues(script, found);
  if (script.all.length > 0) moveValues(flowSteps(script, lookup, found), found);
  const namesOf = fileNamesOf(read);
  const written = read.files.filter(({ writes }) => writes).flatMap(({ word }) => namesOf(word));
  return {
    ...lookup,
    valuesOfFiles: () => [...found.store.files.values()].flatMap((holes) => [...holes]),
    isWritten: (word) =>
      namesOf(word).some((name) => name !== anyFile && written.some((one) => one !== anyFile && mayBeSameFile(name, one))),
  };
}

/**
 * Runs the steps until none finds a new value. Values mostly move down a script. The other direction keeps the number
 * of rounds small if they move up.
 */
function moveValues(steps: readonly (() => void)[], found: FoundValues): void {
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const step of steps) step();
    for (const step of steps.toReversed()) step();
  }
}
