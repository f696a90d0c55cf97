import type { Range } from "../template/nodes.js";
import { anyFile, fileNamesOf, mayBeSameFile } from "./file-names.js";
import { positionalWords, unwrapped } from "./lists.js";
import { mayHaveMoved } from "./may-have-moved.js";
import { nothingOutside, type OutsideValues } from "./outside-values.js";
import type { PrintedVariables } from "./printed-variables.js";
import { contains, literalOf, type Script, type ScriptInput, type ShellWord, type SimpleCommand } from "./script.js";
import { type ScriptPart, scriptParts } from "./script-parts.js";
import type { Filled, Hole } from "./script-template.js";
import { changesIt, folderVariables, keepingProgram, makesNames, mayExtract, suspected, suspectedRoutes } from "./suspected-routes.js";
import { ValueStore } from "./value-store.js";
import { filesWrittenByCommand, filesWrittenByText, variablesSetByCommand, writers } from "./written-by-command.js";

/**
 * Where values may come to in a script: through variables, arguments of functions, files, streams, and the output of
 * programs that got one.
 */
export interface Flows {
  /**
   * Returns the placeholders whose values may be in a part of the script, without those that nested scripts in it
   * expand.
   */
  readonly valuesIn: (range: Range, depth?: number) => readonly Hole[];
  readonly valuesOf: (variable: string) => readonly Hole[];
  /** Returns the placeholders whose values are in the files that a word may name. */
  readonly valuesOfFile: (word: ShellWord) => readonly Hole[];
  readonly valuesOfFiles: () => readonly Hole[];
  readonly valuesInWord: (word: ShellWord) => readonly Hole[];
  /** Returns true if the script writes a file that a word names. */
  readonly isWritten: (word: ShellWord) => boolean;
}

/**
 * Variables that the shell sets to a part of the script: the last argument, a line that was read, the match of a
 * pattern.
 */
const setByShell = new Set([
  "_",
  "REPLY",
  "MAPFILE",
  "OPTARG",
  "BASH_REMATCH",
  "BASH_ARGV",
  "BASH_COMMAND",
  "BASH_EXECUTION_STRING",
  "COPROC",
]);

/** Follows the values of a script, and those that come into it from outside. */
export function flowsOf(marked: Filled, read: Script, outside: OutsideValues = nothingOutside): Flows {
  const all = [...marked.holes, ...outside.holes];
  const store = new ValueStore(outside);
  const { variables, files } = store;
  const namesOf = fileNamesOf(read);
  const routes = suspectedRoutes(marked.text, read);
  const moves = mayHaveMoved(read);
  /** The commands that change the folder to one that a value names. */
  const movers = new Map<SimpleCommand, readonly Hole[]>();
  const partOf = scriptParts(read, { holes: all, outside });

  const valuesOf = (variable: string): readonly Hole[] => {
    if (setByShell.has(variable)) return all;
    const folders = folderVariables.includes(variable) ? [...movers.values()].flat() : [];
    return [...(variables.get(keyOf(variable)) ?? []), ...folders];
  };
  /** Those that a variable may have in a part of the script: the folder changes only where a command changes it. */
  const valuesAt = (variable: string, at: ScriptInput): readonly Hole[] => {
    if (!folderVariables.includes(variable)) return valuesOf(variable);
    const before = [...movers].flatMap(([command, holes]) => (moves(command, at) ? holes : []));
    return [...(variables.get(variable) ?? []), ...before];
  };
  /** The temporary files of the tool that a word may name. */
  const temporaryFiles = ({ range }: ShellWord): readonly string[] => {
    if (outside.files.size === 0) return [];
    const { holes, uses } = partOf(range);
    const named = [...holes, ...uses.flatMap((use) => valuesOf(use.variable))];
    return named.map(({ node }) => node.of.written).filter((name) => outside.files.has(name));
  };
  const knownFiles = new Map<string, readonly Hole[]>();
  const valuesOfFile = (word: ShellWord): readonly Hole[] => {
    const names = [...namesOf(word), ...temporaryFiles(word)];
    const key = names.join("/");
    const before = knownFiles.get(key);
    if (before !== undefined) return before;
    const found = [...new Set(store.sameFiles(names).flatMap((name) => [...(files.get(name) ?? [])]))];
    knownFiles.set(key, found);
    return found;
  };
  /** Returns the values that may come out of a part of the script by a route that isn't followed exactly. */
  const suspectedIn = (range: Range): readonly Hole[] => [
    ...(routes.showsAll(range) ? suspected(all) : []),
    ...(routes.listsNames(range) ? valuesOf(fileNames) : []),
  ];
  /** Those of the known variables that a command prints. */
  const printed = (names: PrintedVariables): readonly string[] => {
    if (typeof names !== "function")
      return names.filter((name) => variables.has(name) || (movers.size > 0 && folderVariables.includes(name)));
    return [...new Set([...variables.keys(), ...(movers.size > 0 ? folderVariables : [])])].filter(names);
  };
  const collect = (range: Range, { found, seen, depth }: Collecting): void => {
    const part = partOf(range);
    if (seen.has(part)) return;
    seen.add(part);
    const add = (holes: readonly Hole[]) => {
      for (const hole of holes) found.add(hole);
    };
    add(part.holes);
    add(suspectedIn(range));
    for (const use of part.uses) if (use.depth <= depth) add(valuesAt(use.variable, { ...use.range, depth: use.depth }));
    for (const word of part.files) add(valuesOfFile(word));
    for (const one of part.commands) {
      const { command } = one;
      if (command.depth > depth) continue;
      for (const arg of command.args) add(valuesOfFile(arg));
      for (const name of one.namesInText) add([...(files.get(name) ?? [])]);
      if (one.prints !== undefined) add(valuesOf(givenKey(one.prints)));
      for (const variable of printed(one.printedVariables)) add(valuesAt(variable, { ...command.range, depth: command.depth }));
      for (const input of one.inputs) if (!contains(range, input)) collect(input, { found, seen, depth });
      for (const body of one.calls) collect(body, { found, seen, depth });
    }
  };
  // The findings since the last value that moved on.
  const cache = new Map<string, readonly Hole[]>();
  const valuesIn = (range: Range, depth = Number.POSITIVE_INFINITY): readonly Hole[] => {
    const key = `${range.start} ${range.end} ${depth}`;
    const before = cache.get(key);
    if (before !== undefined) return before;
    const found = new Set<Hole>();
    collect(range, { found, seen: new Set(), depth });
    cache.set(key, [...found]);
    return [...found];
  };
  const valuesInWord = (word: ShellWord): readonly Hole[] =>
    word.parts.flatMap((part) => {
      if (part.output === "digits") return [];
      return part.expands ? valuesIn(part.range) : [...partOf(part.range).holes, ...suspectedIn(part.range)];
    });

  /** Returns the inputs that `read` and similar commands may get: their own, or with `-u` any of the script's. */
  const readBy = ({ args, input }: SimpleCommand): readonly Hole[] => {
    const isDescriptor = args.some((arg) => /^-[a-zA-Z]*u/.test(literalOf(arg) ?? ""));
    return isDescriptor ? all : [...input.flatMap((one) => valuesIn(one)), ...args.flatMap(valuesInWord)];
  };

  const addToVariables = (keys: readonly string[], holes: readonly Hole[]): void => {
    // What was found before is without these.
    if (store.addToVariables(keys, holes)) cache.clear();
  };
  const addToFiles = (keys: readonly string[], holes: readonly Hole[]): void => {
    if (!store.addToFiles(keys, holes)) return;
    cache.clear();
    knownFiles.clear();
  };
  /** Where a command leads values by routes that aren't followed exactly. */
  const addSuspected = (command: SimpleCommand): void => {
    const program = keepingProgram(command, read);
    const keys = [...(program === undefined ? [] : [givenKey(program)]), ...(makesNames(command) ? [fileNames] : [])];
    if (changesIt(command)) {
      const folder = suspected(valuesIn(command.range));
      if (folder.length > (movers.get(command)?.length ?? 0)) {
        movers.set(command, folder);
        cache.clear();
      }
    }
    if (keys.length > 0) addToVariables(keys, suspected(valuesIn(command.range)));
    if (routes.leadsAnywhere(command)) addToFiles([anyFile], suspected(all));
    if (mayExtract(command)) addToFiles([anyFile], suspected(command.input.flatMap((one) => valuesIn(one, one.depth))));
  };
  const set = [...read.assignments, ...read.bound, ...positionalWords(read).map((word) => ({ variable: "@", word }))];
  const steps: readonly (() => void)[] = [
    ...set.map(
      ({ variable, word }) =>
        () =>
          addToVariables([keyOf(variable)], valuesInWord(word)),
    ),
    ...read.fed.map((range) => () => addToVariables(["@", "0"], valuesIn(range))),
    ...read.commands.map(unwrapped).map((command) => () => {
      for (const { variable, reads: isRead } of variablesSetByCommand(command))
        addToVariables([keyOf(variable)], isRead ? readBy(command) : valuesIn(command.range));
      addToFiles(filesWrittenByText(command), valuesIn(command.range));
      addSuspected(command);
      for (const word of filesWrittenByCommand(command)) {
        const isChosen = valuesInWord(word).length > 0;
        if (!isChosen || writers.has(literalOf(command.name) ?? ""))
          addToFiles(isChosen ? [anyFile] : namesOf(word), valuesIn(command.range));
      }
    }),
    ...read.files
      .filter(({ writes }) => writes)
      .map(({ word, by }) => () => {
        // A value that names a file chooses which.
        const named = valuesInWord(word);
        addToFiles(named.length > 0 ? [anyFile] : namesOf(word), valuesIn(by));
        addToVariables([fileNames], suspected(named));
      }),
  ];
  const written = read.files.filter(({ writes }) => writes).flatMap(({ word }) => namesOf(word));
  const flows: Flows = {
    valuesIn,
    valuesOf,
    valuesOfFile,
    valuesInWord,
    valuesOfFiles: () => [...files.values()].flatMap((holes) => [...holes]),
    isWritten: (word) =>
      namesOf(word).some((name) => name !== anyFile && written.some((one) => one !== anyFile && mayBeSameFile(name, one))),
  };
  if (all.length === 0) return flows;
  // Values mostly move down a script. The other direction keeps the number of rounds small if they move up.
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    for (const step of steps) step();
    for (const step of steps.toReversed()) step();
    const sets = [...variables.values(), ...files.values(), ...[...movers.values()].map((holes) => new Set(holes))];
    now = sets.reduce((sum, holes) => sum + holes.size, 0);
  }
  return flows;
}

/** Stand among the variables for names of files, and for what a program was given. */
const fileNames = "names of files";
const givenKey = (program: string) => `what ${program} was given`;

interface Collecting {
  readonly found: Set<Hole>;
  /** The parts that were looked at. */
  readonly seen: Set<ScriptPart>;
  readonly depth: number;
}

/** `$1` and the others are one variable: `shift` and functions move values among them. */
const keyOf = (variable: string) => (/^(?:[1-9][0-9]*|[@*])$/.test(variable) ? "@" : variable);
