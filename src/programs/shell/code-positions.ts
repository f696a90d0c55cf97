import { hasTrait } from "../program-traits.js";
import { evaluatorOf, starterOf } from "../table/evaluators.js";
import { usesOf } from "../uses.js";
import { type Lists, unwrapped } from "./lists.js";
import { possiblyEvaluated } from "./possibly-evaluated.js";
import { isLoose, literalOf, type Script, type ShellWord, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";
import { isShell } from "./started-programs.js";

const beginningOf = ({ parts }: ShellWord) => parts.map(({ text, expands }) => (expands ? "…" : text)).join("");

/** Returns where a value would be code, in the arguments and the input of a command. */
export function codePositions(command: SimpleCommand, read: Script, lists: Lists): readonly UnsupportedScript[] {
  const real = unwrapped(command);
  const name = literalOf(real.name);
  const refused = (words: readonly ShellWord[], where: Where = "what the shell evaluates") => words.map(({ range }) => ({ range, where }));
  const program = real === command ? [] : refused([real.name], "the place of a program");
  if (isLoose(real.name)) return [...program, ...refused(real.args, "the place of a program")];
  if (name === undefined) return program;
  if (name === "let") return [...program, ...refused(real.args, "arithmetic")];
  const texts = real.args.map((arg) => possibleTexts(arg, read));
  if (linesOf(name, "runs-with").some((option) => texts.flat().some((text) => text.startsWith(option))))
    return [...program, ...refused(real.args, "the place of a program")];
  if (hasTrait(name, "takes-code")) return [...program, ...refused(real.args)];
  if (hasTrait(name, "declares")) return [...program, ...declared(real)];
  const literals = real.args.map(literalOf);
  const naming = linesOf(name, "names");
  if (naming.length > 0) {
    const isName = (arg: ShellWord, i: number) =>
      texts[i - 1]?.some((text) => naming.includes(text)) || naming.some((option) => isAttached(beginningOf(arg), option, name));
    return [...program, ...refused(real.args.filter(isName), "a name")];
  }
  const evaluates = (evaluatorOf(name) ?? starterOf(name)) !== undefined;
  const uncertain = evaluates ? possiblyEvaluated(name, real.args, lists) : [];
  if (uncertain === undefined) return [...program, ...refused(real.args)];
  const scripts = isShell(name) ? real.args.filter((_, i) => /^-[a-zA-Z]*c$/.test(literals[i - 1] ?? "")) : [];
  return [...program, ...refused(scripts), ...refused(uncertain, "an argument that the program may evaluate")];
}

const linesOf = (program: string, key: string): readonly string[] => usesOf(program)?.lines.get(key) ?? [];

/** `-v{{x}}`, and `-fp{{x}}` after letters of flags. */
function isAttached(beginning: string, option: string, program: string): boolean {
  const { words = false, flags = new Set<string>() } = usesOf(program) ?? {};
  const letters = [...flags].map((flag) => flag.slice(1)).join("|");
  return !words && new RegExp(`^-(?:${letters})*${option.slice(1)}.`).test(beginning);
}

/** Returns the texts that a word may be, as far as the script sets its variable to texts. */
function possibleTexts(word: ShellWord, { uses, assignments }: Script): readonly string[] {
  const literal = literalOf(word);
  if (literal !== undefined) return [literal];
  const [part, ...others] = word.parts;
  const use = uses.find(({ range }) => range.start === part?.range.start && range.end === part.range.end);
  if (use === undefined || others.length > 0) return [];
  return assignments.flatMap((kept) => (kept.variable === use.variable ? (literalOf(kept.word) ?? []) : []));
}

/** `declare -i` evaluates the value as arithmetic, `-n` as a name, and `-a` as an array, which may contain `$(…)`. */
function declared({ args, assigned, arrays }: SimpleCommand): readonly UnsupportedScript[] {
  const hasOnly = (options: RegExp) => args.every((arg) => options.test(literalOf(arg) ?? "-?") || assigned.has(arg));
  const plain = hasOnly(/^(?:[^-+]|--$|-[grxp]+$)/);
  const forArrays = hasOnly(/^(?:[^-+]|--$|-[agrxp]+$)/);
  return args.flatMap((arg): readonly UnsupportedScript[] => {
    if (!assigned.has(arg)) return [{ range: arg.range, where: "a name" }];
    return plain || (forArrays && arrays.has(arg)) ? [] : [{ range: arg.range, where: "arithmetic" }];
  });
}

/**
 * Returns true if a script gives variables the attribute by which bash evaluates assigned values as arithmetic, or as
 * names.
 */
export function hasOddVariables(commands: readonly SimpleCommand[]): boolean {
  return commands.map(unwrapped).some(({ name, args }) => {
    const option = (arg: ShellWord) => /^[-+][a-zA-Z]*[in]/.test(literalOf(arg) ?? "-i");
    return hasTrait(literalOf(name), "declares") && literalOf(name) !== "export" && args.some(option);
  });
}

/**
 * Returns the arguments of a command that may be parsed as options: none of `printf` after its format, none of a
 * comparison.
 */
export function optionWords(command: SimpleCommand): readonly ShellWord[] {
  const { name, args } = unwrapped(command);
  const program = literalOf(name);
  if (program === "printf") {
    const format = args.findIndex((arg) => !(literalOf(arg) ?? "-").startsWith("-"));
    return format === -1 ? args : args.slice(0, format + 1);
  }
  if (program !== "[" && program !== "test") return args;
  const inside = program === "[" ? args.slice(0, -1) : args;
  const operands = literalOf(inside[0]) === "!" ? inside.slice(1) : inside;
  const compares = operands.length === 3 && /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(literalOf(operands[1]) ?? "");
  const asks = operands.length === 2 && /^-[a-zA-Z]$/.test(literalOf(operands[0]) ?? "");
  return compares || asks ? [] : args;
}
