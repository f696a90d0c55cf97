import type { Range } from "../../contract/spec-node.js";
import type { PrintedVariables } from "./exported-variables.js";
import { fileNamesOf } from "./file-names.js";
import { type FoundValues, fileNames, givenKey, variableKey } from "./found-values.js";
import type { OutsideValues } from "./outside-values.js";
import { contains, type Script, type ScriptInput, type ShellWord, type SimpleCommand } from "./script.js";
import { type CommandFacts, type ScriptPart, scriptParts } from "./script-parts.js";
import type { Filled, Hole } from "./script-template.js";
import { folderVariables, suspected, suspectedRoutes } from "./suspected-routes.js";

/** Looks up the values that a part of a script may have, by those found so far. */
export interface ValueLookup {
  /** Returns the placeholders whose values may be in a part, without those that nested scripts in it expand. */
  readonly valuesIn: (range: Range, depth?: number) => readonly Hole[];
  readonly valuesOf: (variable: string) => readonly Hole[];
  /** Returns the placeholders whose values are in the files that a word may name. */
  readonly valuesOfFile: (word: ShellWord) => readonly Hole[];
  readonly valuesInWord: (word: ShellWord) => readonly Hole[];
}

/** A script whose values are followed. */
export interface FollowedScript {
  readonly marked: Filled;
  readonly read: Script;
  readonly outside: OutsideValues;
  /** Its placeholders, and those of values that come from outside. */
  readonly all: readonly Hole[];
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

export function lookUpValues(script: FollowedScript, found: FoundValues): ValueLookup {
  const { marked, read, outside, all } = script;
  const routes = suspectedRoutes(marked.text, read);
  const partOf = scriptParts(read, { holes: all, outside });
  const variables = variableLookup(script, found);
  const valuesOfFile = fileLookup(script, { found, valuesOf: variables.valuesOf, partOf });

  /** Returns the values that may come out of a part of the script by a route that isn't followed exactly. */
  const suspectedIn = (range: Range): readonly Hole[] => [
    ...(routes.showsAll(range) ? suspected(all) : []),
    ...(routes.listsNames(range) ? variables.valuesOf(fileNames) : []),
  ];
  const collect = (range: Range, collecting: Collecting): void => {
    const { holes, seen, depth } = collecting;
    const part = partOf(range);
    if (seen.has(part)) return;
    seen.add(part);
    const add = (added: readonly Hole[]) => {
      for (const hole of added) holes.add(hole);
    };
    add(part.holes);
    add(suspectedIn(range));
    for (const use of part.uses) if (use.depth <= depth) add(variables.valuesAt(use.variable, { ...use.range, depth: use.depth }));
    for (const word of part.files) add(valuesOfFile(word));
    for (const one of part.commands.filter(({ command }) => command.depth <= depth)) {
      add(outputOf(one));
      for (const input of one.inputs) if (!contains(range, input)) collect(input, collecting);
      for (const body of one.calls) collect(body, collecting);
    }
  };
  /** Returns the values that a command may print, without those of its inputs and of functions that it calls. */
  const outputOf = ({ command, namesInText, prints, printedVariables }: CommandFacts): readonly Hole[] => [
    ...command.args.flatMap(valuesOfFile),
    ...namesInText.flatMap((name) => [...(found.store.files.get(name) ?? [])]),
    ...(prints === undefined ? [] : variables.valuesOf(givenKey(prints))),
    ...variables.printed(printedVariables).flatMap((name) => variables.valuesAt(name, { ...command.range, depth: command.depth })),
  ];
  const cache = new Map<string, readonly Hole[]>();
  found.onChange("value", () => cache.clear());
  const valuesIn = (range: Range, depth = Number.POSITIVE_INFINITY): readonly Hole[] => {
    const key = `${range.start} ${range.end} ${depth}`;
    const before = cache.get(key);
    if (before !== undefined) return before;
    const holes = new Set<Hole>();
    collect(range, { holes, seen: new Set(), depth });
    cache.set(key, [...holes]);
    return [...holes];
  };
  return {
    valuesIn,
    valuesOf: variables.valuesOf,
    valuesOfFile,
    valuesInWord: (word) =>
      word.parts.flatMap((part) => {
        if (part.output === "digits") return [];
        return part.expands ? valuesIn(part.range) : [...partOf(part.range).holes, ...suspectedIn(part.range)];
      }),
  };
}

interface Collecting {
  readonly holes: Set<Hole>;
  /** The parts that were looked at. */
  readonly seen: Set<ScriptPart>;
  readonly depth: number;
}

interface VariableLookup {
  valuesOf(variable: string): readonly Hole[];
  /** Returns the values of a variable in a part of the script: the folder changes only where a command changes it. */
  valuesAt(variable: string, at: ScriptInput): readonly Hole[];
  /** Returns the known variables among those that a command prints. */
  printed(names: PrintedVariables): readonly string[];
}

function variableLookup({ read, all }: FollowedScript, { store: { variables }, movers }: FoundValues): VariableLookup {
  const moves = mayHaveMoved(read);
  const valuesOf = (variable: string): readonly Hole[] => {
    if (setByShell.has(variable)) return all;
    const folders = folderVariables.includes(variable) ? [...movers.values()].flat() : [];
    return [...(variables.get(variableKey(variable)) ?? []), ...folders];
  };
  return {
    valuesOf,
    valuesAt: (variable, at) => {
      if (!folderVariables.includes(variable)) return valuesOf(variable);
      const before = [...movers].flatMap(([command, holes]) => (moves(command, at) ? holes : []));
      return [...(variables.get(variable) ?? []), ...before];
    },
    printed: (names) => {
      if (typeof names !== "function")
        return names.filter((name) => variables.has(name) || (movers.size > 0 && folderVariables.includes(name)));
      return [...new Set([...variables.keys(), ...(movers.size > 0 ? folderVariables : [])])].filter(names);
    },
  };
}

interface FileLookupContext {
  readonly found: FoundValues;
  readonly valuesOf: (variable: string) => readonly Hole[];
  readonly partOf: (range: Range) => ScriptPart;
}

function fileLookup({ read, outside }: FollowedScript, { found, valuesOf, partOf }: FileLookupContext): ValueLookup["valuesOfFile"] {
  const namesOf = fileNamesOf(read);
  /** The temporary files of the tool that a word may name. */
  const temporaryFiles = ({ range }: ShellWord): readonly string[] => {
    if (outside.files.size === 0) return [];
    const { holes, uses } = partOf(range);
    const named = [...holes, ...uses.flatMap((use) => valuesOf(use.variable))];
    return named.map(({ node }) => node.of.written).filter((name) => outside.files.has(name));
  };
  const cache = new Map<string, readonly Hole[]>();
  found.onChange("file", () => cache.clear());
  return (word) => {
    const names = [...namesOf(word), ...temporaryFiles(word)];
    const key = names.join("/");
    const before = cache.get(key);
    if (before !== undefined) return before;
    const { store } = found;
    const holes = [...new Set(store.sameFiles(names).flatMap((name) => [...(store.files.get(name) ?? [])]))];
    cache.set(key, holes);
    return holes;
  };
}

/**
 * Returns whether a command that changes the folder may have run when a part of the script is: it stands before it, or
 * both are in a loop, and no subshell around the command ends before. When functions and scripts within the script run
 * isn't known.
 */
export function mayHaveMoved({ functions, loops, subshells }: Script): (command: SimpleCommand, at: ScriptInput) => boolean {
  const isAnytime = (range: Range) => functions.some(({ body }) => contains(body, range));
  return ({ range, depth }, at) => {
    if (depth > 0 || at.depth > 0 || isAnytime(range) || isAnytime(at)) return true;
    if (subshells.some((one) => contains(one, range) && !contains(one, at) && !contains(at, one))) return false;
    return at.end > range.start || loops.some((one) => contains(one, range) && contains(one, at));
  };
}
