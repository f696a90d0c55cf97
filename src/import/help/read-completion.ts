import type { HelpOption, MergedHelp, ProgramHelp } from "../program-help.js";

/** An option as a shell's completion script describes it. */
export interface CompletedOption {
  readonly names: readonly string[];
  /** `undefined`: the script doesn't say if there is a value. `"maybe"`: it offers some, which may be missing. */
  readonly takesValue: boolean | "maybe" | undefined;
  /** The values that it offers, if they are written in the script. */
  readonly values: readonly string[] | undefined;
  readonly description: string;
}

export type Shell = "fish" | "zsh" | "bash";

/** Reads a completion script for a command, without running it. `words` are those that start it: `git`, `log`. */
export function readCompletion(script: string, shell: Shell, words: readonly string[]): readonly CompletedOption[] {
  const text = script.slice(0, mostRead);
  if (shell === "fish") return fishOptions(text, words);
  // The scripts of other shells say in too many ways which command an option belongs to.
  if (words.length > 1) return [];
  return shell === "zsh" ? zshOptions(ownPart(text, words[0] ?? "")) : bashOptions(text);
}

const mostRead = 1024 * 1024;

const optionName = /^--?[A-Za-z0-9?@#][\w.+-]*$/;

/** `complete -c tool -n "__fish_seen_subcommand_from add" -s o -l output -r -a "json yaml" -d 'How'` */
function fishOptions(text: string, words: readonly string[]): readonly CompletedOption[] {
  const [program = "", ...commands] = words;
  return text.split(/^complete(?=\s)/m).flatMap((entry, index): readonly CompletedOption[] => {
    const given = index === 0 ? undefined : fishArguments(shellWords(entry));
    if (given === undefined || given.get("c")?.includes(program) !== true) return [];
    if (!isOfCommand((given.get("n") ?? []).join("; "), commands)) return [];
    const names = [
      ...(given.get("s") ?? []).map((name) => `-${name}`),
      ...(given.get("l") ?? []).map((name) => `--${name}`),
      ...(given.get("o") ?? []).map((name) => `-${name}`),
    ].filter((name) => optionName.test(name));
    if (names.length === 0) return [];
    const offered = given.get("a")?.join(" ");
    const takesValue = given.has("r") || given.has("x") ? true : offered === undefined ? undefined : "maybe";
    return [{ names, takesValue, values: plainValues(offered), description: given.get("d")?.[0] ?? "" }];
  });
}

/**
 * Returns true if the condition of an entry holds behind these commands: each is named by a test, and no test is about
 * another one. An option without a condition belongs to the program's commands, too.
 */
function isOfCommand(condition: string, commands: readonly string[]): boolean {
  const tests = condition.split(/;(?!\s*or\b)|&&/).flatMap((test) => {
    const [, not, name = "", rest = ""] = /^\s*(?:and\s+)?(not\s+|!\s*)?(\S+)([\s\S]*)$/.exec(test) ?? [];
    const words = rest.split(/[\s;"'|]+/).filter((word) => /^[A-Za-z][\w.:-]*$/.test(word) && !/^(?:or|and|not)$|^__/.test(word));
    return words.length === 0 || /contains_opt|seen_argument/.test(name) ? [] : [{ isNot: not !== undefined, words }];
  });
  const named = tests.filter(({ isNot }) => !isNot);
  const isSeen = (command: string) => named.some(({ words }) => words.includes(command));
  const isPassed = ({ isNot, words }: (typeof tests)[number]) => commands.some((command) => words.includes(command)) !== isNot;
  return condition === "" || (tests.every(isPassed) && commands.every(isSeen));
}

const fishNames: Readonly<Record<string, string>> = {
  command: "c",
  "short-option": "s",
  "long-option": "l",
  "old-option": "o",
  description: "d",
  condition: "n",
  arguments: "a",
  wraps: "w",
  "require-parameter": "r",
  exclusive: "x",
};

/** The options of fish's `complete`, by their letters; those without a value have an empty list. */
function fishArguments(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (letter: string, value?: string) => {
    const values = found.get(letter) ?? [];
    if (value !== undefined) values.push(value);
    found.set(letter, values);
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [, long, attached] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const letters = long === undefined ? (/^-([A-Za-z][\s\S]*)$/.exec(word)?.[1] ?? "") : (fishNames[long] ?? "");
    for (let index = 0; index < letters.length; index++) {
      const letter = letters[index] ?? "";
      if (!/[csldnaowp]/.test(letter)) add(letter);
      else {
        const rest = attached ?? (letters.slice(index + 1) || words[++at]);
        add(letter, rest ?? "");
        break;
      }
    }
  }
  return found;
}

/** The words of one command of a shell's script. */
function shellWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const tokens = /'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\\n|\\([\s\S])|([ \t]+)|(\n|;(?=\s))|([^\s'"\\;]+|;)/g;
  for (const [, single, double, escaped, space, end, plain] of text.matchAll(tokens)) {
    if (space !== undefined || end !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (end !== undefined) break;
    } else {
      const quoted = single?.replaceAll(/\\(['\\])/g, "$1") ?? double?.replaceAll(/\\(["\\$])/g, "$1");
      word = `${word ?? ""}${quoted ?? escaped ?? plain ?? ""}`;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** `json\t'An object'` and `yaml`; none if a program finds them when the shell asks. */
function plainValues(offered: string | undefined): readonly string[] | undefined {
  if (offered === undefined || /[$(`]/.test(offered.replaceAll(/\\?\t[^\n]*/g, ""))) return undefined;
  const hasDescriptions = /\t|\\t/.test(offered);
  const all = hasDescriptions ? offered.split(/\n|\\n/).map((line) => line.split(/\t|\\t/)[0]?.trim() ?? "") : offered.split(/\s+/);
  return usableValues(all);
}

/** Only words: numbers and addresses are left out. */
function usableValues(all: readonly string[]): readonly string[] | undefined {
  const values = [...new Set(all.filter((one) => one !== ""))];
  const isFixed = values.length > 1 && values.length <= 60 && values.every((one) => /^[A-Za-z][\w.+-]*$/.test(one));
  return isFixed ? values : undefined;
}

/** Leaves out the functions of commands, and what follows the choice of one. */
function ownPart(text: string, program: string): string {
  const functions = text.split(/^(?=(?:function )?_[\w.+-]+ ?\(\))/m).map((part) => {
    const [, name = ""] = /^(?:function )?_([\w.+-]+) ?\(\)/.exec(part) ?? [];
    return /^[-_]/.test(name.slice(program.length)) && name.startsWith(program) ? part.split(/^\}/m).slice(1).join("}") : part;
  });
  return functions.map((part) => part.split(/\bcase "?\$\{?(?:line|words)\b/, 1)[0] ?? "").join("");
}

/** `'(-o --output)'{-o,--output=}'[How]:FORMAT:(json yaml)'`, and clap's `'--output=[How]:FORMAT:(json yaml)'` */
function zshOptions(text: string): readonly CompletedOption[] {
  const spec =
    /(?<=[\s\\{(]|^)(?:(?:'[^'\n]*'|"[^"\n]*"|\([^()\s]*\)|)\*?\{([^{}\n]*)\}|)(?:'((?:[^']|'\\'')*)'|"((?:[^"\\]|\\[\s\S])*)")(:)?/gm;
  return [...text.matchAll(spec)].flatMap(([, braced, single, double, colon]): readonly CompletedOption[] => {
    const body = single?.replaceAll("'\\''", "'") ?? double ?? "";
    const [, own = "", description = "", rest = ""] =
      /^(?:\([^()]*\))?\*?([^[:]*)(?:\[((?:[^\]\\]|\\[\s\S])*)\])?((?::[\s\S]*)?)$/.exec(body) ?? [];
    const heads = braced === undefined ? [own] : own === "" ? braced.split(",") : [];
    const names = heads.map((head) =>
      head
        .trim()
        .replaceAll(/^['"]|['"]$/g, "")
        .replace(/[+=-]+$/, ""),
    );
    const hasValue = rest !== "" || colon !== undefined;
    if (names.length === 0 || !names.every((name) => optionName.test(name)) || (description === "" && !hasValue)) return [];
    const [, action = ""] = /^:[^:]*:([\s\S]*)$/.exec(rest) ?? [];
    // `::TEXT:` may be missing, and `:X:( ):Y:( )` are two values.
    const isOne = hasValue && !rest.startsWith("::") && !/^(?:\([^()]*\)|[^:(\\]|\\.)*:./.test(action);
    const takesValue = hasValue && !isOne ? ("maybe" as const) : isOne;
    const [, inner = ""] = /^\(([\s\S]*)\)\s*$/.exec(action) ?? [];
    const listed = /^\(/.test(inner)
      ? [...inner.matchAll(/([\w.+-]+)\\?:(?:\\?"[^"]*"|\S+)/g)].map(([, value = ""]) => value)
      : inner.split(/\s+/);
    const values = /[$`]/.test(action) ? undefined : usableValues(listed);
    return [{ names, takesValue, values, description }];
  });
}

/** The entries of `case $prev in`: `--output | -o)  COMPREPLY=( $(compgen -W 'json yaml' -- "$cur") )` */
function bashOptions(text: string): readonly CompletedOption[] {
  const inCommand = /^(\s*)[\w+-]+__[\w+-]+\)$/m.exec(text)?.index ?? text.length;
  const lists = text
    .slice(0, inCommand)
    .split(/\bcase "?\$\{?prev\}?"? in\n/)
    .slice(1);
  return lists.flatMap((list) =>
    (list.split(/\besac\b/, 1)[0] ?? "").split(/;;&?/).flatMap((entry): readonly CompletedOption[] => {
      const [, pattern = "", action = ""] = /^\s*(?:#[^\n]*\n\s*)*\(?([^()\n]*(?:\|\s*\\?\n[^()\n]*)*)\)([\s\S]*)$/.exec(entry) ?? [];
      const names = pattern.split("|").map((name) => name.replaceAll(/[\s\\'"]/g, ""));
      const isValue = /\bCOMPREPLY\b|\bcompgen\b|_filedir|_comp_/.test(action);
      if (!isValue || !names.every((name) => optionName.test(name))) return [];
      const [, single, double] = /-W\s+(?:'([^']*)'|"([^"]*)")/.exec(action) ?? [];
      const list = single ?? double;
      return [
        {
          names,
          // An entry may only end the search for other words.
          takesValue: "maybe",
          values: list === undefined || /[$`]/.test(list) ? undefined : usableValues(list.split(/\s+/)),
          description: "",
        },
      ];
    }),
  );
}

/**
 * Returns false for the script of another program with the same name, or of another version: most of its options aren't
 * in the help.
 */
export function isCompletionOf(completed: readonly CompletedOption[], help: ProgramHelp): boolean {
  const known = new Set([...help.options, ...help.usages.flatMap(({ options }) => options)].flatMap(({ names }) => names));
  return completed.filter(({ names }) => names.some((name) => known.has(name))).length * 2 > completed.length;
}

/**
 * Adds what a completion script says: that an option takes a value which the help shows as a switch or doesn't show,
 * and which values it suggests. It is never asked what a value does.
 */
export function mergeCompletion(help: MergedHelp, completed: readonly CompletedOption[]): MergedHelp {
  const byName = new Map<string, CompletedOption[]>();
  for (const one of completed) for (const name of one.names) byName.set(name, [...(byName.get(name) ?? []), one]);
  const known = new Set([...help.options, ...help.onlyInManual].flatMap(({ names }) => names));
  const more = [...new Set(completed.filter(({ names }) => !names.some((name) => known.has(name))).map(({ names: [name = ""] }) => name))];
  if (help.options.length === 0) return { ...help, options: distinctOptions(completed) };
  return {
    ...help,
    options: help.options.map((option) => {
      const said = option.names.flatMap((name) => byName.get(name) ?? []);
      // A script for several variants of a program contradicts itself, or offers values that fit another one.
      const all = [...new Set(said.flatMap((one) => one.takesValue ?? []))];
      const [takesValue, ...others] = all.includes(true) ? all.filter((one) => one !== "maybe") : all;
      const [values, ...contrary] = new Map(
        said.flatMap((one) => (one.values === undefined ? [] : [[one.values.join(), one.values]])),
      ).values();
      return others.length > 0 ? option : withCompletion(option, { takesValue, values: contrary.length > 0 ? undefined : values });
    }),
    onlyInCompletion: more,
  };
}

/** The options of a program whose help has none. */
const distinctOptions = (completed: readonly CompletedOption[]): readonly HelpOption[] =>
  [...new Map(completed.map((one) => [one.names.join(), one])).values()].map(({ names, description, ...said }) =>
    withCompletion(
      { names, description, section: "", negation: undefined, value: { name: "?", isOptional: false, attachment: " ", isRepeated: false } },
      said,
    ),
  );

function withCompletion(option: HelpOption, { takesValue, values }: Pick<CompletedOption, "takesValue" | "values">): HelpOption {
  const { value } = option;
  const isOpen = value?.name === "?";
  // Values that are offered don't make a value of what the help shows as a switch.
  if (takesValue === undefined || (takesValue === "maybe" && value === undefined)) return option;
  if (!takesValue) return isOpen ? { ...option, value: undefined } : option;
  // A value that may be missing is written behind `=`.
  const attachment = takesValue === "maybe" ? "=" : " ";
  const read = isOpen || value === undefined ? ({ name: "value", isOptional: false, attachment, isRepeated: false } as const) : value;
  return { ...option, value: values === undefined ? read : { ...read, offered: values } };
}
