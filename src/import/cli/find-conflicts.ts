import type { CommandParameter } from "./command-parameter.js";
import type { HelpOption, Usage } from "./program-help.js";

/** A set of parameters of which a call may have one. */
export interface OptionConflict {
  readonly parameters: readonly string[];
  /** False if the usage line says so, and not a sentence. */
  readonly isGuess: boolean;
}

const sentences =
  /\b(?:conflicts? with|mutually exclusive (?:with|to)|incompatible with|(?:can(?:no|')?t|must not|may not|should not) be (?:used|combined|specified|given)(?: together| in combination)? with|not compatible with|\[conflicts(?: with)?:?)\s+([^.;\]]*)/gi;

/** Finds options that exclude each other: alternatives in the usage line, and sentences of descriptions. */
export function findConflicts(
  usage: Usage | undefined,
  options: readonly HelpOption[],
  parameters: readonly CommandParameter[],
): readonly OptionConflict[] {
  const parameterOf = (name: string) => parameters.find((one) => one.options.includes(name))?.name;
  const named = (names: readonly string[]) => [...new Set(names.flatMap((name) => parameterOf(name) ?? []))];
  const inUsage = (usage?.exclusive ?? []).map((names) => ({ parameters: named(names), isGuess: false }));
  const inSentences = options.flatMap(({ names, description }) =>
    [...description.matchAll(sentences)].flatMap(([, list = ""]) =>
      [...list.matchAll(/(?<![\w-])--?[A-Za-z][\w-]*/g)].map(([other]) => ({ parameters: named([...names, other]), isGuess: true })),
    ),
  );
  const seen = new Set<string>();
  return [...inUsage, ...inSentences].filter(({ parameters: set }) => {
    const key = [...set].sort().join(" ");
    const isNew = set.length > 1 && !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
