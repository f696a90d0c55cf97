import { type FilterOptions, filterOptionsOf, readFilterArguments } from "../filter-options.js";
import { isOneText, literalWord } from "../literal-word.js";
import { type Command, type CommandNode, type Redirection, type Word, wordsOf } from "../parse-command.js";
import { simpleCommandsIn } from "./find-endless.js";

interface FilterContext {
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
  ...["true", ":", "test", "[", "unset", "unalias", "source", ".", "let", "read"].map((name) => [name, never] as const),
  ...["mkdir", "rmdir", "rm", "cp", "mv", "ln", "touch", "truncate", "chmod", "chown", "chgrp"].map((name) => [name, verbose] as const),
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
  if (printsElsewhere(node)) return true;
  if (node.type !== "Command") return false;
  if (node.name === undefined) return true;
  const prints = silent.get(literalWord(node.name) ?? "");
  // An assignment among the arguments (`export A=1`) isn't a word.
  const words = wordsOf(node).map((word) => word?.value ?? "a=b");
  return prints !== undefined && !prints.test(words.join(" "));
}

/** These redirect the shell's own output, or run what may. */
const shellWide: readonly string[] = ["exec", "eval", "trap"];

/** Returns true if the output of a command goes to a file or nowhere: `command -v rg > /dev/null`. */
function printsElsewhere(node: CommandNode): boolean {
  if (node.type !== "Command" && node.type !== "Redirected") return false;
  if (simpleCommandsIn(node).some((one) => typeof one === "object" && shellWide.includes(programOf(one)))) return false;
  return redirectsOutput(node.redirects) && node.redirects.every(isToFile);
}

/** Returns false for a redirection to another descriptor of the shell's, such as `>&2`, but for those of errors. */
function isToFile(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect" || redirect.operator.startsWith("<") || redirect.descriptor?.type === "FileDescriptor") return true;
  const target = redirect.target && literalWord(redirect.target);
  return target !== undefined && redirect.operator !== ">&" && !/^\/dev\/(?!null$)/.test(target);
}

/** Returns true if redirections send standard output to a file. */
export const redirectsOutput = (redirects: readonly Redirection[]): boolean =>
  redirects.some(
    (one) =>
      one.type === "Redirect" &&
      (one.operator.startsWith("&>") || (/^>/.test(one.operator) && (one.descriptor === undefined || isStdout(one.descriptor)))),
  );

const isStdout = (descriptor: { readonly type: string; readonly value?: number }) =>
  descriptor.type === "FileDescriptor" && descriptor.value === 1;

/** Returns true for a function that takes the place of a filter. */
export const redefines = (node: CommandNode, programs: readonly string[]): boolean =>
  node.type === "Function" && programs.includes(node.name.text);

/**
 * Returns true if a program in a filter's own language only filters: it opens no file, starts nothing and reads its
 * input to the end.
 */
function onlyFilters(program: string, language: FilterOptions["language"]): boolean {
  switch (language) {
    case "sed":
      return isPlainSed(program);
    case "awk":
      return isPlainAwk(program);
    case "jq":
      return !/(?<![.\w])(?:halt|halt_error|import|include)\b/.test(program);
    case "yq":
      return !/\b(?:load\w*|env|envsubst|strenv|system)\b/.test(program);
    // NUL ends a name in `find -print0`: such a stream is for programs, not a text that a model reads.
    case "tr":
      return !/\\0/.test(program);
    case undefined:
      return true;
  }
}

/**
 * A list of `[ADDRESS[,ADDRESS]][!]COMMAND`. Excluded: `q`, `Q`, `r`, `w`, `e`, the flags `w` and `e` of `s`, and texts
 * of several lines.
 */
function isPlainSed(program: string): boolean {
  let rest = program.trim();
  while (rest !== "") {
    const address = /^(?:(?:\d+(?:~\d+)?|\$)|\/(?:[^/\\\n]|\\.)*\/I?)(?:\s*,\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?\s*!?\s*/.exec(
      rest,
    );
    rest = rest.slice(address?.[0].length ?? 0);
    const command = /^(?:[pdlnNDPhHgGxz=]|[{}])/.exec(rest)?.[0] ?? substitution(rest);
    if (command === undefined) return false;
    const isBrace = command === "{" || command === "}";
    rest = rest.slice(command.length);
    const end = /^\s*(?:[;\n]\s*)+|^\s*(?=\})|^\s*$/.exec(rest)?.[0];
    if (end === undefined && !isBrace) return false;
    rest = rest.slice(end?.length ?? 0).trimStart();
  }
  return true;
}

/** `s` with any delimiter, and `y`. */
function substitution(text: string): string | undefined {
  const [name = "", delimiter = ""] = text;
  if ((name !== "s" && name !== "y") || delimiter === "" || /[\s\\\w]/.test(delimiter)) return undefined;
  let end = 2;
  for (let parts = 0; parts < 2; end++) {
    if (end >= text.length) return undefined;
    if (text[end] === "\\") end++;
    else if (text[end] === delimiter) parts++;
    else if (text[end] === "[" && parts === 0 && name === "s") end = endOfClass(text, end);
  }
  const flags = /^[gpiIM\d]*/.exec(text.slice(end))?.[0] ?? "";
  return text.slice(0, end + (name === "s" ? flags.length : 0));
}

/** The last character of a class, in which a delimiter and a backslash are literal. */
function endOfClass(text: string, start: number): number {
  const first = text[start + 1] === "^" ? start + 2 : start + 1;
  const close = text.indexOf("]", text[first] === "]" ? first + 1 : first);
  return close === -1 ? text.length : close;
}

/**
 * Excluded: `system`, pipes, `getline`, `exit`, files that `print` writes, and loaded code. Texts in quotes are removed
 * first.
 */
function isPlainAwk(program: string): boolean {
  const code = program.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
  if (/\b(?:system|getline|exit|close|fflush|nextfile)\b|@/.test(code)) return false;
  if (/(?<!\|)\|(?!\|)/.test(withoutPatterns(code))) return false;
  return !/\bprintf?\b[^;}\n]*>/.test(code);
}

/**
 * Without `/…/`, in which `|` separates alternatives. A division may look like one and be removed too, so only `|` is
 * searched in the rest.
 */
const withoutPatterns = (code: string) => code.replaceAll(/(^|[\s(,{};!~&|])\/(?:[^/\\\n]|\\.)*\//g, "$1");
