import type { CodeLanguageName } from "./code-languages.js";
import { findProgram } from "./find-program.js";
import { languageBy } from "./language-by.js";
import type { Role } from "./program.js";
import { readArguments } from "./read-arguments.js";

/** The rows of the table of programs for one program, as questions about its arguments. */
export interface ProgramRoles {
  /** How the program evaluates an argument; `undefined` if it is plain data. `open`: a call decides what follows. */
  roleOf(args: readonly { readonly text: string; readonly open: boolean }[], index: number): Exclude<Role, "value" | "output"> | undefined;
  readonly language: CodeLanguageName;
  /** False if the table doesn't have the program. */
  readonly isKnown: boolean;
}

/** Returns what the table says about a program, for commands that are yet to be written. */
export const programRoles = (program: string): ProgramRoles => ({
  roleOf: (args, index) => {
    const given = args.map((one, at) => ({ texts: [one], certain: true, many: false, group: String(at) }));
    return readArguments(program, given).evaluated.find((one) => one.index === index)?.role;
  },
  language: languageBy(program),
  isKnown: findProgram(program) !== undefined,
});
