import { credentialName } from "../credential-names.js";
import type { LeftOut } from "../imported-tool.js";
import { wordsIn } from "../words-in.js";
import { describesCode, namesCode, switchRunsOperands } from "./names-code.js";
import { optionType } from "./option-type.js";
import type { HelpOption } from "./program-help.js";

/** A part of an argument; `open`: a call decides what follows it. */
export interface ArgumentText {
  readonly text: string;
  readonly open: boolean;
}

/** Answers how a program uses its arguments, by the table of programs. */
export interface ArgumentRoles {
  /** How the program evaluates the argument at an index; `undefined` if it is plain data there. */
  roleOf(args: readonly ArgumentText[], index: number): "text" | "file" | "program" | "setting" | "pipe" | undefined;
  /** True if the argument names a file that the program writes or sends. */
  writes(args: readonly ArgumentText[], index: number): boolean;
  /** The language of the program texts that it evaluates. */
  readonly language: string;
  /** False if the table doesn't have the program. */
  readonly isKnown: boolean;
}

export interface SortedOptions {
  readonly usable: readonly HelpOption[];
  readonly leftOut: readonly (LeftOut & { readonly option: HelpOption })[];
}

const aboutItself = /^--?(?:help|help-all|usage|version|long-help|license|licenses|completion|manual|man|generate-completion)$/;

/** `--no-OPTION` of rsync, `--enable-FEATURE` of configure scripts. */
const standsForNames = /^--[a-z]+-(?:OPTION|FEATURE|PACKAGE|NAME)$|^-#$/;

/** The command, and the answers about its program. */
export interface SortingContext {
  readonly words: readonly string[];
  readonly roles: ArgumentRoles;
  /** Names of options that the user leaves to the model although their values seem to be secrets. */
  readonly keep?: readonly string[];
}

/** Separates the options that a tool may have from those that no model should set. */
export function sortOptions(options: readonly HelpOption[], { words, roles, keep = [] }: SortingContext): SortedOptions {
  const reasons = options.map((option) => ({ option, reason: reasonAgainst(option, { words, roles, keep }) }));
  return {
    usable: reasons.flatMap(({ option, reason }) => (reason === undefined ? [option] : [])),
    leftOut: reasons.flatMap(({ option, reason }) => (reason === undefined ? [] : [{ option, origin: option.names.join(", "), reason }])),
  };
}

function reasonAgainst(option: HelpOption, { words, roles, keep = [] }: SortingContext): string | undefined {
  const { names, value, description } = option;
  const bare = names.map((name) => name.replace(/^--?/, ""));
  // `[-h]` of a usage that says nothing else about it.
  const isBareHelp = value === undefined && description === "" && names.join() === "-h";
  if (
    isBareHelp ||
    names.some((name) => aboutItself.test(name)) ||
    (value === undefined && /^(?:show|print|display|output)s? (?:this |the )?(?:help|version)\b/i.test(description))
  )
    return "it only tells about the program";
  if (names.some((name) => standsForNames.test(name))) return "its name stands for those of other options";
  if (value === undefined)
    return names.some((name) => startsProgram(name, words, roles)) || (!roles.isKnown && switchRunsOperands(names, description))
      ? "it makes the program evaluate its input or start a program"
      : undefined;
  const evaluated = names.map((name) => rolesOfValue(name, words, roles)).filter((own) => own.some((role) => role !== undefined));
  if (evaluated.length > 0) {
    const unknown = rolesOfValue("--no-option-has-this-name", words, roles);
    return evaluated.every((own) => own.every((role, index) => role === unknown[index]))
      ? "the table of programs doesn't have it: code could be taken from elsewhere"
      : "its value is a program, code or a setting that runs some";
  }
  if (isText(option)) {
    if ([...bare, value.name].some(namesCode)) return "its value seems to be a program or code, by its name";
    if (describesCode(description)) return "its value seems to be a program or code, by its description";
    if (isTextOrFile(value.name)) return "its value is a text or the path of a file, and can't be limited as a path";
  }
  if (!keep.some((name) => bare.includes(name.replace(/^--?/, ""))) && isSecret(option))
    return "its value is a secret, and other users can see arguments: use `secrets` and `env` if the program can read it there, or --keep NAME";
  if (/^[\w-]+(?: [\w-]+)+$/.test(value.name) && !/RANGE$/.test(value.name))
    return value.name.split(" ").length === 2 ? "it takes two values" : "it takes several values";
  return undefined;
}

/** The path of a file with a secret isn't one. */
function isSecret(option: HelpOption): boolean {
  // `--page-token TOKEN` is what the option's name says.
  const value = option.value?.name ?? "";
  const isNamed = option.names.some((name) => wordsIn(name).at(-1) === value.toLowerCase());
  const names = isNamed ? option.names : [...option.names, value];
  return isText(option) && optionType(option).access === undefined && names.some((name) => credentialName(name) === "sure");
}

/** Numbers and fixed words can't be code. */
function isText(option: HelpOption): boolean {
  const { type, enum: values } = optionType(option).schema;
  return type === "string" && values === undefined;
}

/** `data|filename` */
function isTextOrFile(name: string): boolean {
  const kinds = name.split("|").map((kind) => /(?:file|filename|path|dir)s?>?$/i.test(kind.trim()));
  return kinds.includes(true) && kinds.includes(false);
}

/** Attached and separate: the table may know one of the forms only. */
function rolesOfValue(name: string, words: readonly string[], roles: ArgumentRoles): readonly ReturnType<ArgumentRoles["roleOf"]>[] {
  const attached = [...literal(words.slice(1)), { text: name.startsWith("--") ? `${name}=` : name, open: true }];
  const separate = argumentsWith(words, name);
  return [attached, separate].map((args) => roles.roleOf(args, args.length - 1));
}

/** The arguments of a command whose last option has a value of the call's. */
export const argumentsWith = (words: readonly string[], option: string): readonly ArgumentText[] => [
  ...literal([...words.slice(1), option]),
  { text: "", open: true },
];

const literal = (words: readonly string[]): readonly ArgumentText[] => words.map((text) => ({ text, open: false }));

/** A switch after which an operand becomes a program. */
function startsProgram(name: string, words: readonly string[], roles: ArgumentRoles): boolean {
  const isEvaluated = (args: readonly ArgumentText[]) => roles.roleOf(args, args.length - 1) !== undefined;
  return isEvaluated(argumentsWith(words, name)) && !isEvaluated([...literal(words.slice(1)), { text: "", open: true }]);
}
