import { hasTrait } from "../program-traits.js";
import { unwrapped } from "./lists.js";
import type { Facts } from "./read-word.js";
import { literalOf, type ShellWord, type SimpleCommand, type Unfollowed } from "./script.js";

/** Records effects of a command on variables that can't be followed. */
export function readUnfollowed(command: SimpleCommand, facts: Facts): void {
  const { name, args, assigned } = unwrapped(command);
  const program = literalOf(name) ?? "";
  const note = (what: Unfollowed, words: readonly ShellWord[]) =>
    void facts.unfollowed.push(...words.map(({ range }) => ({ what, range })));
  if (program === "alias") note("an alias", args.slice(0, 1));
  if (hasTrait(program, "declares")) {
    note(
      "a variable whose name isn't written here",
      args.filter((arg) => !assigned.has(arg) && isOpen(arg)),
    );
    note(
      "a reference to a variable by its name",
      args.filter((arg) => program !== "export" && /^-[a-zA-Z]*n/.test(literalOf(arg) ?? "")),
    );
  }
  if (hasTrait(program, "fills"))
    note(
      "a variable whose name isn't written here",
      args.filter((arg, i) => isOpen(arg) && !isValue(args[i - 1])),
    );
  if (program === "printf" && /^-v/.test(literalOf(args[0]) ?? ""))
    note("a variable whose name isn't written here", args.slice(1, 2).filter(isOpen));
}

const isOpen = (word: ShellWord) => literalOf(word) === undefined;
/** `read -p TEXT` and the like. */
const isValue = (word: ShellWord | undefined) =>
  /^-[a-zA-Z]*[adiNnptuCcOs]$/.test(literalOf(word) ?? "") && !/a$/.test(literalOf(word) ?? "");
