import { hasTrait } from "../program-traits.js";
import { isCluster } from "../table/evaluators.js";
import { findProgram } from "../table/find-program.js";
import { basename } from "../table/program-names.js";
import { type Argument, literalText } from "./argument.js";
import { readArguments } from "./read-arguments.js";

/** An argument that could be an option, and the program that would parse it as one. */
export interface PossibleOption {
  readonly index: number;
  readonly program: string;
  /** True if a program makes it from its input. */
  readonly fed: boolean;
}

/**
 * Returns the arguments that could be options because a call decides their first characters, and no `--` and no program
 * text precede them.
 */
export function possibleOptions(program: string, given: readonly Argument[]): readonly PossibleOption[] {
  const { args, programs, evaluated } = readArguments(program, given);
  return args.flatMap((arg, index) => {
    // Evaluated text is worse than an option.
    const isOpen = arg.texts.some(({ text, open }) => open && text === "");
    if (!isOpen || evaluated.some((one) => one.index === index)) return [];
    const reader = programs.filter(({ from }) => from <= index).reduce((a, b) => (b.from > a.from ? b : a));
    const name = basename(reader.name);
    const before = args.slice(reader.from, index).map(literalText);
    return hasTrait(name, "no-options") || endsOptions(name, before) ? [] : [{ index, program: name, fed: arg.fed === true }];
  });
}

/** Returns true if the preceding arguments end a program's options. */
function endsOptions(program: string, before: readonly (string | undefined)[]): boolean {
  if (before.includes("--") || before.includes("--end-of-options")) return true;
  const { stops, instead = [], operands: [role] = [], value = [] } = findProgram(program) ?? {};
  const operands = before.filter((text, i) => text !== undefined && !text.startsWith("-") && !value.includes(before[i - 1] ?? ""));
  // After a format there is data, and after program text there are the arguments of this text.
  if (program === "printf" || (stops === true && role === "text")) return operands.length > 0;
  const isText = (text: string | undefined) => text !== undefined && instead.some((name) => text === name || isCluster(text, name));
  return stops === true && before.slice(0, -1).some(isText);
}
