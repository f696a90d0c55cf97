import type { HelpOption, ProgramHelp } from "./program-help.js";

/** A program's help with what its manual page adds. */
export interface MergedHelp extends ProgramHelp {
  /** Options that only the manual page has. */
  readonly onlyInManual: readonly HelpOption[];
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
          };
    for (const name of option.names) byName.set(name, index);
  }
  return all;
}

/** The first prose of a help text may be about the text itself, or about reports of bugs. */
const isAboutCommand = (description: string) =>
  description !== "" && !/https?:|\bbugs?\b|documentation at|warranty|copyright|installed plugins/i.test(description.slice(0, 300));
