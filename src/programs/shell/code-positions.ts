import { hasTrait } from "../program-traits.js";
import { evaluatorOf, starterOf } from "../table/evaluators.js";
import { type Lists, unwrapped } from "./lists.js";
import { possiblyEvaluated } from "./possibly-evaluated.js";
import { isLoose, literalOf, type ShellWord, type SimpleCommand, type UnsupportedScript, type Where } from "./script.js";
import { isShell } from "./started-programs.js";

/** Shell commands that run an argument, at once or later, with an option. */
const runsByOption: ReadonlyMap<string, RegExp> = new Map([
  ["jobs", / -x/],
  ["hash", / -p/],
]);
/** Options whose value is a name, by the command. */
const takesNames: Readonly<Record<string, readonly string[]>> = { printf: ["-v"], wait: ["-p"], test: ["-v", "-R"], "[": ["-v", "-R"] };
/** The same with the name in the same word: `-v{{x}}`. */
const attachedNames: Readonly<Record<string, RegExp>> = { printf: /^-v./, wait: /^-[fn]*p./ };
const beginningOf = ({ parts }: ShellWord) => parts.map(({ text, expands }) => (expands ? "…" : text)).join("");
/** Returns where a value would be code, in the arguments and the input of a command. */
export function codePositions(command: SimpleCommand, lists: Lists): readonly UnsupportedScript[] {
  const real = unwrapped(command);
  const name = literalOf(real.name);
  const refused = (words: readonly ShellWord[], where: Where = "what the shell evaluates") => words.map(({ range }) => ({ range, where }));
  const program = real === command ? [] : refused([real.name], "the place of a program");
  if (isLoose(real.name)) return [...program, ...refused(real.args, "the place of a program")];
  if (name === undefined) return program;
  if (name === "let") return [...program, ...refused(real.args, "arithmetic")];
  if (runsByOption.get(name)?.test(` ${real.args.map(literalOf).join(" ")}`))
    return [...program, ...refused(real.args, "the place of a program")];
  if (hasTrait(name, "takes-code")) return [...program, ...refused(real.args)];
  if (hasTrait(name, "declares")) return [...program, ...declared(real)];
  const literals = real.args.map(literalOf);
  const naming = Object.hasOwn(takesNames, name) ? takesNames[name] : undefined;
  if (naming !== undefined)
    return [
      ...program,
      ...refused(
        real.args.filter((arg, i) => naming.includes(literals[i - 1] ?? "") || attachedNames[name]?.test(beginningOf(arg))),
        "a name",
      ),
    ];
  const evaluates = (evaluatorOf(name) ?? starterOf(name)) !== undefined;
  const uncertain = evaluates ? possiblyEvaluated(name, real.args, lists) : [];
  if (uncertain === undefined) return [...program, ...refused(real.args)];
  const scripts = isShell(name) ? real.args.filter((_, i) => /^-[a-zA-Z]*c$/.test(literals[i - 1] ?? "")) : [];
  return [...program, ...refused(scripts), ...refused(uncertain, "an argument that the program may evaluate")];
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
