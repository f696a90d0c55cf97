import { unwrapped } from "./lists.js";
import { literalOf, type SimpleCommand } from "./script.js";

/** Programs that print nothing of their input. */
const readsNothing = new Set(
  `echo printf pwd mktemp date uname hostname id whoami nproc seq basename dirname realpath readlink ls stat which type command test [
  true false : find du df git`.split(/\s+/),
);
/** Commands of Git that print content of its repository. */
const gitReadsNothing = new Set(["rev-parse", "merge-base", "ls-files", "status", "branch", "describe", "remote", "symbolic-ref", "tag"]);

/** Returns true if a command's output may be its input. An unknown program may print anything. */
export function mayPrintInput(command: SimpleCommand): boolean {
  const { name, args } = unwrapped(command);
  const program = literalOf(name) ?? "";
  if (!readsNothing.has(program)) return true;
  const texts = args.map((arg) => literalOf(arg) ?? "");
  const isStarting = texts.some((text) => /^-(?:exec|ok)|^--stdin|^-files0-from/.test(text));
  return isStarting || (program === "git" && !gitReadsNothing.has(texts.find((text) => !text.startsWith("-")) ?? ""));
}
