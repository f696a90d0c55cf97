/** The value of an option. */
export interface OptionValue {
  /** Its name in the help: `FILE`, `int`, `always|never`. */
  readonly name: string;
  readonly isOptional: boolean;
  /** It is written without a space behind the option: `--color=WHEN`, `-n5`. */
  readonly attachment: "=" | "" | " ";
  /** The help shows that several values may follow: `FILE...`. */
  readonly isRepeated: boolean;
  /** They follow one name, as argparse has it: `--tag TAG [TAG ...]`. */
  readonly isRun?: boolean;
  /** Values that a completion script suggests. They say nothing about others, and on what the program does. */
  readonly offered?: readonly string[];
}

/** An option as a help text or a manual page describes it. */
export interface HelpOption {
  /** Its names with their dashes, in the order of the text: `-n`, `--lines`. */
  readonly names: readonly string[];
  readonly value: OptionValue | undefined;
  readonly description: string;
  /** The form that undoes it: `--no-name`. */
  readonly negation: string | undefined;
  /** The title of the list that it is in, in small letters. */
  readonly section: string;
}

/** An argument that is not an option, or the `--` that stands before some. */
export type UsageOperand = { readonly kind: "dashes" } | HelpOperand;

export interface HelpOperand {
  readonly kind: "operand";
  readonly name: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** The texts that the usage line allows: `create|list`. */
  readonly choices: readonly string[];
}

/** One form of a command's usage. */
export interface Usage {
  readonly text: string;
  /** Words that the form begins with, and that stand for themselves: `ship new <name>`. */
  readonly words: readonly string[];
  readonly options: readonly HelpOption[];
  /** The options that this form needs. */
  readonly required: readonly string[];
  readonly repeated: readonly string[];
  readonly operands: readonly UsageOperand[];
  /** Names of options of which a call may have one. */
  readonly exclusive: readonly (readonly string[])[];
}

/** Libraries that parse options. What they accept is known beyond what a help text says. */
export type OptionParser = "argparse" | "clap" | "click" | "cobra" | "getopt" | "unknown";

/** The facts in a help text or a manual page. */
export interface ProgramHelp {
  readonly parser: OptionParser;
  readonly description: string;
  readonly usages: readonly Usage[];
  /** The usage of another command, if the text has no other. */
  readonly foreignUsage?: string;
  readonly options: readonly HelpOption[];
  /** Descriptions of operands, by their names in small letters. */
  readonly operands: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** Descriptions of commands. */
  readonly commandTexts: Readonly<Record<string, string>>;
  /** Lines that look like options, but have another form. */
  readonly unread: readonly string[];
}

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

/** A program's help with what its manual page adds. */
export interface MergedHelp extends ProgramHelp {
  /** Options that only the manual page has. */
  readonly onlyInManual: readonly HelpOption[];
  /** Names of options that only its completion script has. */
  readonly onlyInCompletion?: readonly string[];
}

/**
 * Adds the descriptions, values and other names of the manual page to the help text. Where the help has no options at
 * all, those of the page are used.
 */
export function mergeManual(help: ProgramHelp, manual: ProgramHelp | undefined): MergedHelp {
  const own = distinct([...help.options, ...(help.usages[0]?.options ?? [])]);
  if (manual === undefined) return { ...help, options: own, onlyInManual: [] };
  const described = distinct(withoutPairs(manual.options, own));
  const isSame = (a: HelpOption, b: HelpOption) => a.names.some((name) => b.names.includes(name));
  const options = distinct(
    own.map((option) => {
      const more = described.find((one) => isSame(one, option));
      if (more === undefined) return option;
      const isLonger = option.description.length < 15 && more.description.length > option.description.length;
      return {
        ...option,
        names: [...new Set([...option.names, ...more.names])],
        value: betterValue(option.value, more.value),
        description: isLonger ? more.description : option.description,
      };
    }),
  );
  return {
    ...help,
    description: isAboutCommand(help.description) ? help.description : manual.description || help.description,
    usages: help.usages.length > 0 ? help.usages : manual.usages,
    options: options.length > 0 ? options : described,
    onlyInManual: options.length > 0 ? described.filter((one) => !own.some((option) => isSame(one, option))) : [],
  };
}

/** A title such as `-print0, -fprint0` above a text on both is not one option with two names. */
function withoutPairs(options: readonly HelpOption[], own: readonly HelpOption[]): readonly HelpOption[] {
  const single = new Set([...own, ...options].flatMap(({ names }) => (names.length === 1 ? names : [])));
  return options.filter(({ names }) => names.filter((name) => /^-[A-Za-z]\w/.test(name) && single.has(name)).length < 2);
}

/** The page may name the values of which the help has only a word: `--color[=<when>]`, `--decorate[=short|full]`. */
const betterValue = (value: HelpOption["value"], more: HelpOption["value"]): HelpOption["value"] =>
  value !== undefined && more !== undefined && (value.name === "..." || (more.name.includes("|") && !value.name.includes("|")))
    ? { ...value, name: more.name }
    : value;

/** Joins the entries for one option: the first one gets the descriptions of the others. */
function distinct(options: readonly HelpOption[]): readonly HelpOption[] {
  const all: HelpOption[] = [];
  const byName = new Map<string, number>();
  for (const option of options) {
    const at = option.names.map((name) => byName.get(name)).find((index) => index !== undefined);
    const known = at === undefined ? undefined : all[at];
    const index = at ?? all.length;
    all[index] =
      known === undefined
        ? option
        : {
            ...known,
            names: [...new Set([...known.names, ...option.names])],
            value: known.value ?? option.value,
            description: known.description === "" ? option.description : known.description,
            negation: known.negation ?? option.negation,
          };
    for (const name of option.names) byName.set(name, index);
  }
  return all;
}

/** The first prose of a help text may be about the text itself, or about reports of bugs. */
const isAboutCommand = (description: string) =>
  description !== "" && !/https?:|\bbugs?\b|documentation at|warranty|copyright|installed plugins/i.test(description.slice(0, 300));
