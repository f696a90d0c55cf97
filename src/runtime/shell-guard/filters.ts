import { filterOptionsOf } from "./filter-options.js";
import { isOneText, literalWord } from "./literal-word.js";
import { onlyFilters } from "./only-filters.js";
import { type Command, type CommandNode, type Redirection, type Word, wordsOf } from "./parse-command.js";
import { readFilterArguments } from "./read-filter-arguments.js";

export interface FilterContext {
  /** The programs that count as extractors. */
  readonly extractors: readonly string[];
  /**
   * True if the command sets variables before its pipeline, so that one in the filters may differ from the
   * environment's.
   */
  readonly hasVariables: boolean;
}

/** Returns why a command of a pipeline isn't an extractor, or is more than one. */
export function isExtractor(node: CommandNode, { extractors, hasVariables }: FilterContext): string | undefined {
  if (node.type !== "Command") return "The last command isn't a filter.";
  const { words } = withoutEnv(node);
  const program = programOf(node);
  const options = extractors.includes(program) ? filterOptionsOf(program) : undefined;
  if (options === undefined) return `\`${program}\` isn't one of the filters.`;
  if (node.redirects.some(isOdd)) return `The output of \`${program}\` is redirected.`;
  const texts = words.map((word) => textOf(word, hasVariables));
  const literals = texts.filter((text) => text !== undefined);
  if (literals.length < texts.length) return `The shell expands an argument of \`${program}\`.`;
  const read = readFilterArguments(literals, options);
  if ("odd" in read) return `\`${program} ${read.odd}\` does more than filter.`;
  const programs = options.language === undefined ? [] : read.programs;
  return programs.every((text) => onlyFilters(text, options.language)) ? undefined : `The program of \`${program}\` does more than filter.`;
}

/** The name of the program that a command starts, or nothing if that is uncertain. */
export function programOf(node: Command): string {
  const { name = "" } = withoutEnv(node);
  return name.slice(name.lastIndexOf("/") + 1);
}

/** A `cat` without arguments, which passes its input on. */
export const isPlainCat = (node: CommandNode): boolean =>
  node.type === "Command" && node.name?.text === "cat" && node.suffix.length === 0 && node.prefix.length === 0;

/** `env LC_ALL=C sort` is `sort`. */
function withoutEnv(node: Command): { readonly name: string | undefined; readonly words: readonly (Word | undefined)[] } {
  const words = wordsOf(node);
  const name = node.name && literalWord(node.name);
  if (name !== "env" && name !== "command") return { name, words };
  const isAssignment = (word: Word | undefined) => word === undefined || (name === "env" && /^[A-Za-z_]\w*=/.test(word.value));
  const at = words.findIndex((word) => !isAssignment(word));
  const program = words[at];
  return { name: program && literalWord(program), words: words.slice(at + 1) };
}

/** The text of an argument. A variable stands for itself: it holds a pattern or a number, never a file. */
function textOf(word: Word | undefined, hasVariables: boolean): string | undefined {
  if (word === undefined) return undefined;
  const literal = literalWord(word);
  if (literal !== undefined) return literal;
  return !hasVariables && isOneText(word) ? word.value : undefined;
}

/** Errors may be redirected anywhere; a filter's output must reach the model. */
function isOdd(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect" || redirect.descriptor?.type !== "FileDescriptor" || redirect.descriptor.value !== 2) return true;
  const target = redirect.target && literalWord(redirect.target);
  return !((redirect.operator === ">&" && target === "1") || (/^>>?$/.test(redirect.operator) && target === "/dev/null"));
}

const never = /(?!)/;
const verbose = /(?:^| )(?:-[a-zA-Z]*[vc]|--(?:verbose|changes|help|version))(?: |$)/;
const listing = /^(?:-[a-oq-zA-Z]*p.*)?$/;

/**
 * Programs that print nothing when they succeed, each with the arguments with which it does print. A file that the
 * shell reads itself (`source`) sets variables.
 */
const silent = new Map<string, RegExp>([
  ...["true", ":", "test", "[", "unset", "unalias", "source", "."].map((name) => [name, never] as const),
  ...["mkdir", "rmdir", "rm", "cp", "mv", "ln", "touch", "chmod", "chown"].map((name) => [name, verbose] as const),
  ...["export", "readonly", "declare", "typeset", "local"].map((name) => [name, listing] as const),
  ...["umask", "ulimit"].map((name) => [name, /^(?:-[a-zA-Z]+)?$/] as const),
  // `cd -` prints its target.
  ["cd", /^-$/],
  ["set", /^(?:[-+]o)?$/],
  ["shopt", /^(?!(?:.* )?-[a-z]*[su])/],
]);

/** Returns true if a command before the pipeline prints nothing when it succeeds. */
export function isSilent(node: CommandNode): boolean {
  if (node.type === "TestCommand" || node.type === "ArithmeticCommand" || node.type === "Function") return true;
  if (node.type !== "Command") return false;
  if (node.name === undefined) return true;
  const prints = silent.get(literalWord(node.name) ?? "");
  // An assignment among the arguments (`export A=1`) isn't a word.
  const words = wordsOf(node).map((word) => word?.value ?? "a=b");
  return prints !== undefined && !prints.test(words.join(" "));
}

/** Returns true for a function that takes the place of a filter. */
export const redefines = (node: CommandNode, programs: readonly string[]): boolean =>
  node.type === "Function" && programs.includes(node.name.text);
