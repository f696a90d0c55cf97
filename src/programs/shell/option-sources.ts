import type { Range } from "../../contract/spec-node.js";
import { possibleOptions } from "../arguments/possible-options.js";
import { evaluatorOf } from "../table/evaluators.js";
import { optionWords } from "./code-positions.js";
import type { CutValues } from "./cut-values.js";
import { fedFiles } from "./fed-arguments.js";
import type { Flows } from "./flows.js";
import { isFoundNames, type NamesContext } from "./found-names.js";
import { unwrapped } from "./lists.js";
import { literalOf, type ShellWord, type SimpleCommand } from "./script.js";
import type { Hole } from "./script-template.js";
import { argumentOf } from "./started-programs.js";

/** A part of a script, and the placeholders whose values it holds. */
interface HeldValues {
  readonly range: Range;
  readonly holes: readonly Hole[];
}

/** A part of a script that a program could parse as an option. */
export interface OptionSource extends HeldValues {
  readonly program: string;
}

/**
 * Returns words that the shell splits: any piece of a value could be an option, or a pattern for file names. `echo`
 * only prints its arguments.
 */
export function splitWords(command: SimpleCommand, flows: Flows): readonly HeldValues[] {
  const { name, args } = unwrapped(command);
  if (literalOf(name) === "echo") return [];
  const split = args.flatMap(({ parts }) => parts.filter((part) => part.splits === true && part.output !== "digits"));
  return split.map(({ range }) => ({ range, holes: followed(flows.valuesIn(range)) }));
}

/**
 * Returns values that could be options: text that `xargs` makes arguments of, and words that begin with a value from
 * outside, by standard input, a file or a variable. No call checks these for a leading dash, as it does for the
 * script's own placeholders and arguments. A piece of a value isn't checked either, and counts if the program has
 * options that run something.
 */
export function optionSources(
  command: SimpleCommand,
  context: NamesContext & { readonly flows: Flows; readonly cut: CutValues },
): readonly OptionSource[] {
  const { read, flows, cut } = context;
  const { name, args } = unwrapped(command);
  const started = literalOf(name);
  if (started === undefined || read.functions.some((one) => one.name === started)) return [];
  const options = new Set(optionWords(command));
  return possibleOptions(started, args.map(argumentOf)).flatMap(({ index, program, fed }): readonly OptionSource[] => {
    if (fed) {
      const files = fedFiles(command).map((word) => ({ range: word.range, program, holes: followed(flows.valuesOfFile(word)) }));
      const inputs = command.input.filter((one) => !isFoundNames(command, one, context));
      return [...files, ...inputs.map(({ depth, ...range }) => ({ range, program, holes: followed(flows.valuesIn(range, depth)) }))];
    }
    const word = args[index];
    const first = word?.parts.find(({ text, expands }) => expands || text !== "");
    if (word === undefined || !options.has(word) || first?.expands !== true || first.output === "digits") return [];
    const holes = followed(flows.valuesIn(first.range));
    const isPiece = runsByOption(program, args[index - 1]) && cut.isCut(first);
    return [{ range: word.range, program, holes: isPiece ? holes : holes.filter(({ outside = "argument" }) => outside !== "argument") }];
  });
}

/** Those that certainly come there by a route that is followed. */
const followed = (holes: readonly Hole[]) => holes.filter(({ isSuspected }) => !isSuspected);

/**
 * Returns true if a program has options that run their values, and the argument before isn't an option that takes any
 * value.
 */
function runsByOption(program: string, before: ShellWord | undefined): boolean {
  const row = evaluatorOf(program);
  if (row === undefined || row.options.length + (row.settingOptions ?? []).length === 0) return false;
  return row.valued?.includes(literalOf(before) ?? "") !== true;
}
