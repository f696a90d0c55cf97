import type { Argument, PlacedArgument, PossibleText } from "./arguments/argument.js";
import { commandPlaces } from "./arguments/command-places.js";
import { readArguments } from "./arguments/read-arguments.js";
import type { CodeLanguageName } from "./code-languages.js";
import { findProgram } from "./table/find-program.js";
import { languageBy } from "./table/language-by.js";
import type { Role } from "./table/program.js";

/** The rows of the table of programs for one program, as questions about its arguments. */
export interface ProgramRoles {
  /** How the program evaluates an argument; `undefined` if it is plain data. `open`: a call decides what follows. */
  roleOf(args: readonly { readonly text: string; readonly open: boolean }[], index: number): Exclude<Role, "value" | "output"> | undefined;
  /** True if the argument names a file that the program writes or sends. */
  writes(args: readonly { readonly text: string; readonly open: boolean }[], index: number): boolean;
  readonly language: CodeLanguageName;
  /** False if the table doesn't have the program. */
  readonly isKnown: boolean;
}

/** Returns what the table says about a program, for commands that are yet to be written. */
export const programRoles = (program: string): ProgramRoles => ({
  roleOf: (args, index) => {
    const { read, place } = readAt(program, args, index);
    const role = read.evaluated.find((one) => one.index === index)?.role;
    if (role !== undefined) return place?.isListed === true && role !== "text" && !isCode(place) ? undefined : role;
    return place?.isListed === true && isCode(place) ? "text" : undefined;
  },
  writes: (args, index) => {
    const { place } = readAt(program, args, index);
    return place?.class === "write" || place?.class === "send";
  },
  language: languageBy(program),
  isKnown: findProgram(program) !== undefined,
});

function readAt(program: string, args: readonly PossibleText[], index: number) {
  const read = readArguments(program, args.map(certain));
  return { read, place: commandPlaces(read).places.find((one) => one.index === index) };
}

const certain = (one: PossibleText, at: number): Argument => ({ texts: [one], certain: true, many: false, group: String(at) });
const isCode = ({ class: placeClass }: PlacedArgument) => ["code", "load", "option"].includes(placeClass);
