import { hasTrait } from "../program-traits.js";
import { unwrapped } from "./lists.js";
import { literalOf, type SimpleCommand } from "./script.js";

/** Returns true if a command's output may be its input. An unknown program may print anything. */
export function mayPrintInput(command: SimpleCommand): boolean {
  const { name, args } = unwrapped(command);
  const texts = args.map((arg) => literalOf(arg) ?? "");
  const subcommand = texts.find((text) => !text.startsWith("-"));
  if (!hasTrait(literalOf(name), "reads-nothing", subcommand)) return true;
  return texts.some((text) => /^-(?:exec|ok)|^--stdin|^-files0-from/.test(text));
}
