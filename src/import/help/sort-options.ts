import { type LeftOut, wordsIn } from "../imported-tool.js";
import type { ArgumentRoles, ArgumentText, HelpOption, OptionValue } from "../program-help.js";
import { credentialName } from "../text/credential-names.js";
import { optionType } from "./option-type.js";

interface SortedOptions {
  readonly usable: readonly HelpOption[];
  readonly leftOut: readonly (LeftOut & { readonly option: HelpOption })[];
}

const aboutItself = /^--?(?:help|help-all|usage|version|long-help|license|licenses|completion|manual|man|generate-completion)$/;

/** `--no-OPTION` of rsync, `--enable-FEATURE` of configure scripts. */
const standsForNames = /^--[a-z]+-(?:OPTION|FEATURE|PACKAGE|NAME)$|^-#$/;

/** The command, and the answers about its program. */
interface SortingContext {
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
  const { names, value, description, section } = option;
  const bare = names.map((name) => name.replace(/^(?:--?|\/)/, ""));
  // `[-h]` of a usage that says nothing else about it.
  const isBareHelp = value === undefined && description === "" && names.join() === "-h" && section !== "alternatives";
  if (
    isBareHelp ||
    names.some((name) => aboutItself.test(name)) ||
    (value === undefined && /^(?:show|print|display|output)s? (?:this |the )?(?:help|version)\b|^this help\b/i.test(description))
  )
    return "it only tells about the program";
  if (value?.name === "?" && value.attachment === " ") return "the help doesn't say whether it takes a value";
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

/** Numbers and fixed words can't be code. Those of a completion script decide nothing here. */
function isText(option: HelpOption): boolean {
  const { offered: _offered, ...value } = option.value ?? {};
  const { type, enum: values } = optionType({ ...option, value: option.value && (value as OptionValue) }).schema;
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
export const argumentsWith = (words: readonly string[], option: string): readonly ArgumentText[] =>
  /[=:]$/.test(option)
    ? [...literal(words.slice(1)), { text: option, open: true }]
    : [...literal([...words.slice(1), option]), { text: "", open: true }];

const literal = (words: readonly string[]): readonly ArgumentText[] => words.map((text) => ({ text, open: false }));

/** A switch after which an operand becomes a program. */
function startsProgram(name: string, words: readonly string[], roles: ArgumentRoles): boolean {
  const isEvaluated = (args: readonly ArgumentText[]) => roles.roleOf(args, args.length - 1) !== undefined;
  return isEvaluated(argumentsWith(words, name)) && !isEvaluated([...literal(words.slice(1)), { text: "", open: true }]);
}

/** Words of names that mean a program or code in many programs: `--exec-batch`, `--diff-cmd`, `PROG_NAME`. */
const codeWords =
  /^(?:exec\w*|eval\w*|cmd\w*|\w*(?:cmd|command|hook)s?|(?!tran|post)\w*scripts?|(?!nut)\w*shell|prog|progname|programs?|code|executable|interpreter|pager|editor|browser|plugins?|preload|require|loader|rsh|askpass|formatter|extcmd)$/;

/** Names that mean it as a whole, or with their beginning: `--on-change`, `--after-build`. */
const codeNames =
  /^(?:(?:on|pre|post)(?:_(?!(?:types?|ids?|status(?:es)?|titles?|names?|authors?|dates?|formats?|parents?|excerpts?|categor(?:y|ies)|data|slugs?)$)\w+)?|(?:after|before)(?:_(?!date|time)\w+)?|run(?:_\w+)?|checkpoint_action|rmt_command|open_files_in_pager|upload_pack|receive_pack|external(?:_\w+)?|binary|javascript)$/;

/** Codes that are numbers or short words. */
const plainCodes = /(?:^|_)(?:exit|status|error|return|response|http|country|language|lang|currency|area|zip|postal)_code(?:s|_|$)/;

/** Returns true if a name of an option or of its value is one of a program or of code. */
function namesCode(name: string): boolean {
  const words = wordsIn(name);
  const joined = words.join("_");
  return codeNames.test(joined) || (!plainCodes.test(joined) && words.some((word) => codeWords.test(word)));
}

/** Switches after which operands or the input are code: `--content-from-command`, `--exec`, `--as-script`. */
const codeSwitch =
  /(?:^|_)(?:from|as|via|through|by|with)_(?:cmds?|commands?|programs?|scripts?|code|shell|exec|filter_commands?)$|^(?:exec|execute|eval|evaluate|shell|sh|run|command|script|program)$|_(?:exec|eval)$/;
const codeSentence =
  /\b(?:interpret|treat|take|use|run|pass|read|regard|understand|handle|consider|parse)(?:s|ed|ing)?\b[^.;]{0,60}\bas (?:an? |the )?(?:[\w-]+ ){0,2}(?:commands?|programs?|scripts?|code|expressions?|executables?)\b|\b(?:PATH|FILE|ARG\w*|DIR|INPUT|STRING|TEXT|operands?|arguments?|stdin|standard input|each line|contents?)\b[^.;]{0,40}\b(?:is|are|be|gets?) (?:run|executed|evaluated|invoked)\b|\b(?:execut|evaluat|invok)(?:e|es|ing)\b (?:the )?(?:given |each |its )?(?:PATH|FILE|ARG\w*|INPUT|STRING|TEXT|operands?|arguments?|stdin|standard input|lines?|contents?)\b/i;

/** Returns true if a switch turns operands or the input into a program or code, by its name or its description. */
const switchRunsOperands = (names: readonly string[], description: string): boolean =>
  names.some((name) => /^--(?!no)/.test(name) && codeSwitch.test(wordsIn(name).join("_"))) ||
  codeSentence.test(description.slice(0, mostRead));

/** The part of a description that says what a value is; manuals have pages below it. */
const mostRead = 500;

/** Returns true if a description says that a value is run. Where it is wrong, a user adds the option by hand. */
function describesCode(description: string): boolean {
  const text = description.slice(0, mostRead).replaceAll(/\b(?:on|from|in|at|of|the) command[ -]line\b/gi, "");
  return (
    /\b(?:commands?|programs?|scripts?|code|(?<!regular )expressions?|executables?) (?:to|that|line|which)\b/i.test(text) ||
    /\bevaluat|\bshell commands?\b|\bexecut(?:e|es|ed)\b/i.test(text)
  );
}
