import { hasTrait } from "../program-traits.js";
import { anyFile, fileNamesOf } from "./file-names.js";
import { type FoundValues, fileNames, givenKey, variableKey } from "./found-values.js";
import { positionalWords, unwrapped } from "./lists.js";
import type { FollowedScript, ValueLookup } from "./look-up-values.js";
import { literalOf, type SimpleCommand } from "./script.js";
import type { Hole } from "./script-template.js";
import { changesIt, keepingProgram, makesNames, mayExtract, suspected, suspectedRoutes } from "./suspected-routes.js";
import { filesWrittenByCommand, filesWrittenByText, variablesSetByCommand } from "./written-by-command.js";

/**
 * Returns the steps by which values move in a script, in its order: assignments, words that are given to functions,
 * commands and redirections. Each step adds the values that it moves to those found so far.
 */
export function flowSteps(script: FollowedScript, lookup: ValueLookup, found: FoundValues): readonly (() => void)[] {
  const { read } = script;
  const { valuesIn, valuesInWord } = lookup;
  const namesOf = fileNamesOf(read);
  const moveCommand = commandStep(script, lookup, found);
  const set = [...read.assignments, ...read.bound, ...positionalWords(read).map((word) => ({ variable: "@", word }))];
  return [
    ...set.map((one) => () => found.addToVariables([variableKey(one.variable)], valuesInWord(one.word))),
    ...read.fed.map((range) => () => found.addToVariables(["@", "0"], valuesIn(range))),
    ...read.commands.map(unwrapped).map((command) => () => moveCommand(command)),
    ...read.files
      .filter(({ writes }) => writes)
      .map(({ word, by }) => () => {
        // A value that names a file chooses which.
        const named = valuesInWord(word);
        found.addToFiles(named.length > 0 ? [anyFile] : namesOf(word), valuesIn(by));
        found.addToVariables([fileNames], suspected(named));
      }),
  ];
}

/** Returns the function that moves the values of a command into the variables and files that it sets. */
function commandStep(script: FollowedScript, lookup: ValueLookup, found: FoundValues): (command: SimpleCommand) => void {
  const { read, all } = script;
  const { valuesIn, valuesInWord } = lookup;
  const namesOf = fileNamesOf(read);
  const addSuspected = suspectedStep(script, lookup, found);
  /** Returns the inputs that `read` and similar commands may get: their own, or with `-u` any of the script's. */
  const readBy = ({ args, input }: SimpleCommand): readonly Hole[] => {
    const isDescriptor = args.some((arg) => /^-[a-zA-Z]*u/.test(literalOf(arg) ?? ""));
    return isDescriptor ? all : [...input.flatMap((one) => valuesIn(one)), ...args.flatMap(valuesInWord)];
  };
  return (command) => {
    for (const { variable, reads: isRead } of variablesSetByCommand(command))
      found.addToVariables([variableKey(variable)], isRead ? readBy(command) : valuesIn(command.range));
    found.addToFiles(filesWrittenByText(command), valuesIn(command.range));
    addSuspected(command);
    for (const word of filesWrittenByCommand(command)) {
      const isChosen = valuesInWord(word).length > 0;
      if (!isChosen || hasTrait(literalOf(command.name), "writes-files"))
        found.addToFiles(isChosen ? [anyFile] : namesOf(word), valuesIn(command.range));
    }
  };
}

/** Returns the function that moves the values of a command by routes that aren't followed exactly. */
function suspectedStep(
  { marked, read, all }: FollowedScript,
  { valuesIn }: ValueLookup,
  found: FoundValues,
): (command: SimpleCommand) => void {
  const routes = suspectedRoutes(marked.text, read);
  return (command) => {
    const program = keepingProgram(command, read);
    const keys = [...(program === undefined ? [] : [givenKey(program)]), ...(makesNames(command) ? [fileNames] : [])];
    if (changesIt(command)) found.addMover(command, suspected(valuesIn(command.range)));
    if (keys.length > 0) found.addToVariables(keys, suspected(valuesIn(command.range)));
    if (routes.leadsAnywhere(command)) found.addToFiles([anyFile], suspected(all));
    if (mayExtract(command)) found.addToFiles([anyFile], suspected(command.input.flatMap((one) => valuesIn(one, one.depth))));
  };
}
