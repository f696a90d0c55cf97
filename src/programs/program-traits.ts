import { programNames } from "./table/program-names.js";
import { subcommandOf, usesOf } from "./uses.js";

/** The words behind `is` in the table, and what each says about its program. */
export const programTraits = {
  stops: "its options end at the first operand",
  late: "the first operand is code with certain options, wherever they stand",
  joins: "all arguments after an option of code belong to its value",
  line: "its operands of code form one command line",
  letters: "its first argument may be letters of options",
  "any-case": "its options may be written in any case",
  location: "its first operand is a folder, an image or a machine",
  package: "its first operand names a package, whose program it starts",
  feeds: "it makes arguments of its standard input",
  flat: "its subcommands are operands like all others",
  plain: "it evaluates nothing",
  forgets: "it stores nothing that a later command could print",
  "prints-files": "it prints the files among its operands",
  "prints-parts": "it prints parts of files",
  "prints-paths": "it prints paths among its operands",
  "lists-folder": "it lists a folder, by default the working directory",
  "reads-nothing": "it prints nothing of its standard input",
  moves: "it makes other names lead to a file or folder",
  "prints-names": "it prints its arguments, or keeps them for later",
  "lists-processes": "it lists processes with their arguments",
  "lists-files": "it lists names of files",
  extracts: "it makes files by names that stand in what it reads",
  "makes-names": "it makes a file whose name is one of its arguments",
  "changes-folder": "it changes the working directory",
  steers: "it changes what later commands run",
  "runs-text": "it runs text as a part of the script",
  fills: "it sets variables to its input",
  "fills-by-option": "it sets a variable that an option names",
  "runs-command": "it runs the command that follows it",
  "writes-nothing": "it writes no file that an argument names",
  "writes-files": "its arguments are files that it writes",
  splits: "it writes files whose names begin with an argument",
  "takes-code": "the shell evaluates each of its arguments",
  declares: "it declares variables of the shell",
  "never-fails": "it prints and can't fail",
  "takes-empty": "it accepts an empty text like any other",
  "prints-text": "it prints its arguments, and some program may read them as its text",
  shell: "it is a shell that reads the syntax of sh",
  "prints-own": "it prints variables of the shell",
  "prints-given": "it prints variables of the environment",
  passes: "what follows `--` are arguments of a program that it runs, and may be that program's options",
  "no-options": "it has no options that matter",
  compares: "it compares with `<` and `>`",
  "takes-files": "it takes file names and expands none",
  "runs-modules": "it runs the program that `-m` names",
  "runs-scripts": "its first operand may be a script with a row of its own",
  "reads-variables": "every variable of the environment is one of its own",
} as const satisfies Readonly<Record<string, string>>;

export type Trait = keyof typeof programTraits;

/** Returns true if a row of a program, or of its subcommand, has a word behind `is`: `gfind` is `find`. */
export function hasTrait(program: string | undefined, trait: Trait, subcommand?: string): boolean {
  if (program === undefined || !isInstalled.test(program)) return false;
  return programNames(program).some((name) => {
    const own = subcommand === undefined ? undefined : subcommandOf(name, subcommand)?.row;
    return usesOf(name)?.is.has(trait) === true || own?.is.has(trait) === true;
  });
}

/** A file of the same name in any other folder may be another program. */
const isInstalled = /^(?:\/(?:usr\/(?:local\/)?)?s?bin\/)?[^/\\]+$/;
