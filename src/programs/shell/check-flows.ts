import type { Range } from "../../contract/spec-node.js";
import { settingsFromVariables } from "../arguments/settings-from-variables.js";
import { hasOddVariables } from "./code-positions.js";
import { exportTestOf, isOpen, ofPrograms, runsItsValue } from "./exported-variables.js";
import type { Flows } from "./flows.js";
import { unwrapped } from "./lists.js";
import { cutValuesOf, optionSources, splitWords } from "./option-sources.js";
import { contains, literalOf, type Script, type ShellWord, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";
import type { Filled, Hole } from "./script-template.js";
import { argumentOf, fedArguments, isShell, startedPrograms } from "./started-programs.js";
import { calculates } from "./trace-values.js";
import { namesTrustedFile, trustedFilesWritten, variablesSetByCommand } from "./written-by-command.js";

/** A part of a script in which a value would be code. */
export interface Reached {
  readonly hole: Hole;
  readonly range: Range;
  readonly where: Where;
  /** The program that could parse it as an option. */
  readonly program?: string;
}

const asScript: Where = "what a shell reads as its script";
const asArgument: Where = "an argument that the program may evaluate";
const asFile: Where = "a file that is run because of its name";
export const asRun: Where = "a command whose program text runs what it gets";
const withoutQuotes: Where = "a word without quotes";
export const asOption: Where = "a word that could be an option";

/** The input of programs that read their program from there, and of those that make arguments of it. */
export function inputsOf(command: SimpleCommand): readonly UnsupportedScript[] {
  const { readers, feeds, files } = startedPrograms(command);
  const read = readers.length === 0 ? [] : command.input.map(({ depth, ...range }) => ({ range, depth, where: asScript }));
  const fed = feeds ? fedArguments(command).inputs.map(({ depth, ...range }) => ({ range, depth, where: asArgument })) : [];
  // Values aren't followed through file descriptors.
  const isOpen = files.some((word) => /^\/(?:dev|proc\/self)\/fd\/[1-9]/.test(literalOf(word) ?? ""));
  const isRun = startedPrograms(command).runsWhatItGets;
  const run = isRun
    ? [command.range, ...command.input].map(({ start, end }) => ({ range: { start, end }, depth: command.depth, where: asRun }))
    : [];
  return [...read, ...fed, ...run, ...(isOpen ? [{ range: { start: 0, end: Number.MAX_SAFE_INTEGER }, where: asScript }] : [])];
}

interface FlowContext {
  readonly marked: Filled;
  readonly read: Script;
  readonly refusals: readonly UnsupportedScript[];
  readonly flows: Flows;
  /** Returns true if a value may reach that position: it is the author's, or `code` names it. */
  readonly mayReach: (hole: Hole, where: Where) => boolean;
  /** Returns true if a value may begin with a dash at its destination. */
  readonly mayBeDash: (hole: Hole) => boolean;
  /** Returns true if each call refuses a value that begins with a dash, or writes `./` before it. */
  readonly isDashChecked: (hole: Hole) => boolean;
}

/** Finds where values would be code that came there through variables, files, functions and the output of programs. */
export function checkFlows({ marked, read, refusals, flows, mayReach, mayBeDash, isDashChecked }: FlowContext): readonly Reached[] {
  const found: Reached[] = [];
  const add = (range: Range, where: Where, holes: readonly Hole[], by?: string): void => {
    const hole = holes.find((one) => !mayReach(one, where));
    const isReported = found.some((one) => contains(range, one.range) || contains(one.range, range));
    if (hole !== undefined && !isReported) found.push({ hole, range, where, ...(by === undefined ? {} : { program: by }) });
  };
  const isOdd = hasOddVariables(read.commands);
  const cut = cutValuesOf(marked, read);
  const isExported = exportTestOf(read);
  const named = new Set(read.commands.flatMap((command) => [command.name, unwrapped(command).name].map(({ range }) => keyOf(range))));
  const isName = ({ range, where }: UnsupportedScript) => where === "the place of a program" && named.has(keyOf(range));
  for (const { range, where, depth = 0 } of refusals.filter((one) => !isName(one))) {
    const isElsewhere = (hole: Hole) => hole.outside !== undefined || !contains(range, hole.range);
    add(range, where, flows.valuesIn(range, depth).filter(isElsewhere));
    if (calculates.includes(where)) add(range, where, calculatedNames(range, { marked, read }).flatMap(flows.valuesOf).filter(isElsewhere));
  }
  for (const command of read.commands) {
    const { files, programs, feeds } = startedPrograms(command);
    for (const word of programs.filter((one) => literalOf(one)?.includes("/"))) add(word.range, asScript, flows.valuesOfFile(word));
    for (const { index, variable } of settingsFromVariables(
      literalOf(unwrapped(command).name) ?? "",
      unwrapped(command).args.map(argumentOf),
    ))
      add(unwrapped(command).args[index]?.range ?? command.range, "a variable that loads code", flows.valuesOf(variable));
    for (const word of files) add(word.range, asScript, [...flows.valuesOfFile(word), ...flows.valuesInWord(word)]);
    const fed = feeds ? fedArguments(command) : undefined;
    for (const word of fed?.files ?? []) add(word.range, asArgument, [...flows.valuesOfFile(word), ...flows.valuesInWord(word)]);
    if (fed?.namesFile) add(command.range, asScript, flows.valuesOfFiles());
    const { name } = unwrapped(command);
    for (const { range, holes } of splitWords(command, flows)) add(range, withoutQuotes, holes);
    for (const { range, holes, program: by } of optionSources(command, { marked, read, flows, cut, isDashChecked }))
      add(range, asOption, holes.filter(mayBeDash), by);
    add(name.range, command.depth > 0 ? "what the shell evaluates" : "the place of a program", programValues(command, { read, flows }));
    for (const { variable, word } of variablesSetByCommand(command)) {
      if (runsItsValue(variable)) add(word.range, "a variable that loads code", flows.valuesOf(variable));
      if (isExported(variable) && isOpen(variable)) add(word.range, ofPrograms, flows.valuesOf(variable));
      if (isOdd) add(word.range, "arithmetic", flows.valuesOf(variable));
    }
    for (const word of trustedFilesWritten(command)) add(word.range, asFile, flows.valuesIn(command.range));
  }
  for (const { word } of read.assignments.filter((kept) => runsItsValue(kept.variable))) {
    const isRefused = refusals.some(({ range }) => contains(range, word.range));
    const values = [...flows.valuesInWord(word), ...flows.valuesOfFile(word)];
    add(word.range, "a variable that loads code", isRefused ? values.filter((hole) => !contains(word.range, hole.range)) : values);
  }
  for (const { word, by } of read.files.filter(({ word: one, writes }) => writes && namesTrustedFile(one)))
    add(word.range, asFile, flows.valuesIn(by));
  return found;
}

/**
 * Returns the variables whose values an expression uses. Bash evaluates them as arithmetic, so a text that names
 * another variable leads to that one.
 */
function calculatedNames({ start, end }: Range, { marked, read }: Pick<FlowContext, "marked" | "read">): readonly string[] {
  const names = new Set([...marked.text.slice(start, end).matchAll(/(?<![\w#])[A-Za-z_]\w*/g)].map(([name]) => name));
  for (const name of names) {
    const texts = read.assignments.flatMap(({ variable, word }) => (variable === name ? (literalOf(word) ?? []) : []));
    for (const [other] of texts.flatMap((text) => [...text.matchAll(/[A-Za-z_]\w*/g)])) names.add(other);
  }
  return [...names];
}

const keyOf = ({ start, end }: Range) => `${start} ${end}`;

/** Returns the values that choose which program runs, or are in its file. A name without `/` is looked up on PATH. */
function programValues(command: SimpleCommand, { read, flows }: Pick<FlowContext, "read" | "flows">): readonly Hole[] {
  const { name } = unwrapped(command);
  const program = literalOf(name);
  if (program === undefined) return flows.valuesInWord(name).filter((hole) => !contains(name.range, hole.range));
  const isFile = program.includes("/") || read.assignments.some(({ variable }) => variable === "PATH");
  return isFile && !program.startsWith("[") ? flows.valuesOfFile(name) : [];
}

/**
 * Returns the words that name a file of program text which the script itself writes: values aren't followed into such a
 * file.
 */
export function writtenPrograms(read: Script, flows: Flows): readonly Range[] {
  const words = read.commands.flatMap((command) => [
    ...startedPrograms(command).files,
    unwrapped(command).name,
    ...fileInputs(command, read),
  ]);
  return words.filter((word) => flows.isWritten(word)).map(({ range }) => range);
}

/** The words that name a file in what a shell reads as its script: `cat f | sh`. */
function fileInputs(command: SimpleCommand, { commands, files }: Script): readonly ShellWord[] {
  if (!startedPrograms(command).readers.some(isShell)) return [];
  const isInput = ({ range }: { readonly range: Range }) => command.input.some((one) => contains(one, range));
  const named = files.filter(({ word, writes }) => !writes && isInput(word)).map(({ word }) => word);
  return [...named, ...commands.filter(isInput).flatMap(({ args }) => args)];
}
