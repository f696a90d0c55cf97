import type { Range } from "../../contract/spec-node.js";
import type { FoundInFolder } from "../command.js";
import { hasTrait } from "../program-traits.js";
import { unwrapped } from "./lists.js";
import { contains, literalOf, type Script, type ShellWord, type SimpleCommand } from "./script.js";
import type { Hole } from "./script-template.js";
import { startedPrograms } from "./started-programs.js";

/**
 * Finds what commands run beside their literal arguments: their input (`bash < run.sh`, `cat run.sh | bash`), the
 * output of programs (`eval "$(cat run.sh)"`, `bash "$(realpath run.sh)"`), and variables (`for s in *.sh; do bash
 * "$s"; done`).
 */
export function foundInFolder(read: Script, holes: readonly Hole[]): (command: SimpleCommand) => readonly FoundInFolder[] {
  const isChosen = ({ range }: ShellWord) => holes.some((hole) => contains(range, hole.range));
  const keptAs = (range: Range, seen: readonly string[]) => {
    const used = [...new Set(read.uses.filter((use) => contains(range, use.range)).map(({ variable }) => variable))];
    return used
      .filter((name) => !seen.includes(name))
      .flatMap((name) => read.assignments.filter(({ variable }) => variable === name).map(({ word }) => ({ word, seen: [...seen, name] })));
  };

  /** The files that a word may name. A relative name is looked up where it is used, at `at`. */
  const named = (word: ShellWord, at: number, seen: readonly string[] = []): readonly FoundInFolder[] => {
    if (isChosen(word)) return [];
    const [first] = word.parts;
    if (first === undefined) return [];
    if (!first.expands) return isRelative(first.text) ? [{ text: word.parts.map(({ text }) => text).join(""), at }] : [];
    const folders = read.uses.filter(({ variable, range }) => variable === "PWD" && contains(first.range, range));
    return [
      ...folders.map(({ range }) => ({ text: "$PWD", at: range.start })),
      ...printed(first.range, at),
      ...keptAs(first.range, seen).flatMap((kept) => named(kept.word, at, kept.seen)),
    ];
  };
  /** The files that the programs in a part of the script print, or whose names they print. */
  const printed = (range: Range, at: number): readonly FoundInFolder[] =>
    read.commands.filter((command) => contains(range, command.range)).flatMap((command) => printedBy(command, at));
  const printedBy = (command: SimpleCommand, at: number): readonly FoundInFolder[] => {
    const { name, args } = unwrapped(command);
    const program = literalOf(name) ?? "";
    const own = command.range.start;
    if (program === "pwd") return hasFixedFolder(command) ? [] : [{ text: "pwd", at: own }];
    const operands = args.filter((arg) => !/^(?:-.*|[0-9]*|.)$/s.test(literalOf(arg) ?? "operand") || literalOf(arg) === ".");
    const files = hasTrait(program, "prints-parts") ? operands.slice(1) : operands;
    if (hasTrait(program, "lists-folder")) {
      const [folder] = operands;
      const isFixed = folder !== undefined && (isChosen(folder) || /^[/~]/.test(literalOf(folder) ?? ""));
      return isFixed ? [] : [{ text: program, at }];
    }
    if (!(["prints-files", "prints-parts", "prints-paths"] as const).some((trait) => hasTrait(program, trait))) return [];
    return files.flatMap((file) => named(file, own));
  };
  /** `$(cd /opt && pwd)` */
  const hasFixedFolder = ({ range }: SimpleCommand) => {
    const around = read.subshells.filter((one) => contains(one, range));
    return read.commands.some(
      (one) =>
        literalOf(one.name) === "cd" &&
        one.range.end <= range.start &&
        around.some((shell) => contains(shell, one.range)) &&
        one.args.some((arg) => /^\//.test(literalOf(arg) ?? "")),
    );
  };
  /** The files whose content may be in a part of the script. */
  const contentOf = (range: Range, seen: readonly string[] = []): readonly FoundInFolder[] => [
    ...read.files
      .filter(({ word, writes }) => !writes && contains(range, word.range))
      .flatMap(({ word }) => (/^&|^[0-9-]+$/.test(literalOf(word) ?? "") ? [] : named(word, word.range.start))),
    ...printed(range, range.start),
    ...keptAs(range, seen).flatMap(({ word, seen: now }) => contentOf(word.range, now)),
  ];

  return (command) => {
    const { name, args } = unwrapped(command);
    const { files, programs, texts, readers } = startedPrograms(command);
    const at = command.range.start;
    const expands = (word: ShellWord) => word.parts.some((part) => part.expands);
    const started = [...programs, ...(expands(name) ? [name] : [])].filter(expands).flatMap((word) => named(word, at));
    const isFile = (word: ShellWord) => expands(word) || /[*?[<~]/.test(literalOf(word) ?? "");
    const fed = args.some((arg) => literalOf(arg) === "{}") && files.some((word) => literalOf(word) === "{}");
    return [
      ...files.filter(isFile).flatMap((word) => named(word, at)),
      ...started.filter(({ text }) => /[/*$]/.test(text) || hasTrait(text, "lists-folder") || text === "pwd"),
      ...texts.flatMap(({ words }) => words.filter((word) => !isChosen(word)).flatMap((word) => contentOf(word.range))),
      ...(readers.length > 0 ? command.input.flatMap((range) => contentOf(range)) : []),
      ...(fed ? [...printedBy(command, at), ...command.input.flatMap((range) => contentOf(range))] : []),
    ];
  };
}

/** Returns true if a name is looked up in the working directory. `~+` is that too, and `~-` the one before. */
export const isRelative = (path: string): boolean => path !== "" && path !== "-" && !/^(?:\/|~(?![+-]))/.test(path);
