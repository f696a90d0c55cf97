import { folderTrust } from "../../call/paths.js";
import { isGitFolder } from "../../contract/names.js";
import type { PlacedArgument } from "../arguments/argument.js";
import { commandPlaces } from "../arguments/command-places.js";
import { readArguments } from "../arguments/read-arguments.js";
import { hasTrait } from "../program-traits.js";
import { anyFile } from "./file-names.js";
import { unwrapped } from "./lists.js";
import { literalOf, type ShellWord, type SimpleCommand } from "./script.js";
import { argumentOf, startedPrograms } from "./started-programs.js";

interface SetVariable {
  readonly variable: string;
  readonly word: ShellWord;
  readonly reads: boolean;
}

/** Returns the variables that a command sets to its input or, with `printf -v`, to its output. */
export function variablesSetByCommand(command: SimpleCommand): readonly SetVariable[] {
  const { name, args } = unwrapped(command);
  const program = literalOf(name) ?? "";
  const literals = args.map((arg) => literalOf(arg));
  if (hasTrait(program, "fills")) {
    return args.flatMap((word, i) => {
      const text = literals[i];
      return text === undefined || text.startsWith("-") ? [] : [{ variable: bare(text), word, reads: true }];
    });
  }
  if (program !== "printf" || !literals[0]?.startsWith("-v")) return [];
  const [variable, word] = literals[0] === "-v" ? [literals[1], args[1]] : [literals[0].slice(2), args[0]];
  return variable === undefined || word === undefined ? [] : [{ variable: bare(variable), word, reads: false }];
}

const bare = (variable: string) => variable.split("[")[0] ?? variable;

/** Returns the arguments of a command that may name a file which it writes. */
export function filesWrittenByCommand(command: SimpleCommand): readonly ShellWord[] {
  const program = literalOf(command.name) ?? "";
  if (hasTrait(program, "writes-nothing")) return [];
  const { evaluated } = startedPrograms(command);
  return command.args.filter((arg) => !evaluated.includes(arg)).flatMap((arg) => afterEquals(arg));
}

/**
 * Returns the arguments that name a file which a command writes and programs run or obey, those of a program that it
 * starts among them: `sudo tee /etc/cron.d/a`.
 */
export function trustedFilesWritten(command: SimpleCommand): readonly ShellWord[] {
  const { name, args } = unwrapped(command);
  const program = literalOf(name);
  if (program === undefined || !args.flatMap(afterEquals).some(namesTrustedFile)) return [];
  const { places } = commandPlaces(readArguments(program, args.map(argumentOf)));
  const written = places.filter(isNew).flatMap(({ index }) => args[index] ?? []);
  return (hasTrait(program, "writes-files") ? args : written).filter((arg) => afterEquals(arg).some(namesTrustedFile));
}

/** A file that a program changes isn't made of the values alone. */
export const isNew = ({ class: placeClass, isChanged }: PlacedArgument): boolean => placeClass === "write" && isChanged !== true;

/** Returns true if the literal end of a word is such a file: `"$HOME/.bashrc"`. */
export const namesTrustedFile = ({ parts }: ShellWord): boolean => isTrustedFile(parts.map(({ text }) => text).join(""));

/** The names of files that program text may write: all words of `w f` for sed and of `print > "f"` for awk. */
export function filesWrittenByText(command: SimpleCommand): readonly string[] {
  if (hasTrait(literalOf(command.name), "splits")) return [anyFile];
  return startedPrograms(command).otherTexts.flatMap((word) => ((literalOf(word) ?? "").match(/[\w.-]+/g) ?? []).flatMap(behindW));
}

/** The words of program text, any of which may name a file that it reads. */
export const namesInText = (command: SimpleCommand): readonly string[] =>
  startedPrograms(command).otherTexts.flatMap((word) => (literalOf(word) ?? "").match(/[\w.-]+/g) ?? []);

/** A name as it stands, and what stands behind each `w` in it: sed needs no space in `wf`. */
const behindW = (name: string): readonly string[] => [
  name,
  ...[...name.matchAll(/w/gi)].map(({ index }) => name.slice(index + 1)).filter((rest) => rest !== ""),
];

/** `of=f`, `--output=f` and `-of` name `f`. An option without a value names nothing. */
export function afterEquals(arg: ShellWord): readonly ShellWord[] {
  const [first, ...rest] = arg.parts;
  if (first === undefined || first.expands) return [arg];
  const named = /^(?:-[^=]*|\w+)=/.exec(first.text)?.[0];
  if (named !== undefined) return [{ ...arg, parts: [{ ...first, text: first.text.slice(named.length) }, ...rest] }];
  if (/^-[A-Za-z0-9]./.test(first.text)) return [{ ...arg, parts: [{ ...first, text: first.text.slice(2) }, ...rest] }];
  return first.text.startsWith("-") ? [] : [arg];
}

/**
 * Files that aren't in the table of trusted paths: no tool of toolgen starts Git with its filters, but a script may.
 */
const others = new Set([".gitattributes", "authorized_keys"]);

/** Files of the system that decide what runs, and who may. */
const ofSystem = /^\/etc\/(?:sudoers|sudoers\.d|ld\.so\.[\w.]+|profile|profile\.d|environment|pam\.d|crontab)(?:\/|$)/;

/**
 * Returns true if programs run or obey a file of this path, as a script writes it. A value that is written there is
 * code.
 */
export function isTrustedFile(path: string): boolean {
  const steps = path.split("/");
  return ofSystem.test(path) || folderTrust(path) !== undefined || steps.slice(0, -1).some(isGitFolder) || others.has(steps.at(-1) ?? "");
}
