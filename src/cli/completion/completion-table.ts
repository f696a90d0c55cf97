import type { Argument, Command, Option } from "commander";
import { scaffoldKinds } from "../../compiler/scaffold.js";
import { firstSentence } from "../../contract/display-text.js";

/** The words that a shell can complete: the command line's own table of commands and options, as plain data. */
export interface CompletionTable {
  readonly commands: readonly CompletedCommand[];
  /** Options that are allowed before any command. */
  readonly options: readonly CompletedOption[];
}

interface CompletedCommand {
  /** The command's words: `build`, `policy why`. */
  readonly path: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
  /** The possible words of its arguments. */
  readonly words: readonly CompletedWord[];
  /** Its argument is a name from the project's outputs: of tools, or of tools, prompts and resources. */
  readonly names: "none" | "tools" | "all";
}

export interface CompletedWord {
  readonly word: string;
  readonly description: string;
}

export interface CompletedOption {
  /** `-y` and `--yes`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** `nothing`, any `value`, which may be a file, or one of a list. */
  readonly takes: "nothing" | "value" | readonly string[];
}

/** Builds the table from commander's command line. */
export function completionTable(program: Command): CompletionTable {
  const shared = ownOptions(program);
  const all = program.createHelp().visibleCommands(program);
  const read = (command: Command, above: readonly string[], inherited: readonly CompletedOption[]): readonly CompletedCommand[] => {
    const path = [...above, command.name()];
    const own = ownOptions(command);
    const options = [...own, ...inherited.filter(({ flags }) => !own.some((option) => option.flags.join() === flags.join()))];
    const completed: CompletedCommand = {
      path: path.join(" "),
      description: command.description(),
      options,
      words: [...wordsFor(command.commands), ...(command.name() === "help" ? wordsFor(all) : command.registeredArguments.flatMap(wordsOf))],
      names: namesOf(command.registeredArguments.map((argument) => argument.name())),
    };
    return [completed, ...command.commands.flatMap((inner) => read(inner, path, options))];
  };
  const below = shared.filter(({ flags }) => !flags.includes("--version"));
  return { commands: all.flatMap((command) => read(command, [], below)), options: shared };
}

/** The folders of the outputs that have a module for each name, `NAME.cjs`. */
export const nameFolders = { tools: ["bin/tools"], all: ["bin/tools", "mcp/prompts", "mcp/resources"] } as const;

function namesOf(argumentNames: readonly string[]): CompletedCommand["names"] {
  if (argumentNames.includes("code-or-name")) return "all";
  return argumentNames.some((name) => name.includes("tool")) ? "tools" : "none";
}

/** The commands that can be the first word. */
export const firstWords = ({ commands }: CompletionTable): readonly CompletedWord[] =>
  commands
    .filter(({ path }) => !path.includes(" "))
    .map(({ path, description }) => ({ word: path, description: firstSentence(description) }));

/** The options of any command that are followed by a value. */
export const valueFlags = ({ commands, options }: CompletionTable): readonly string[] => [
  ...new Set(
    [...options, ...commands.flatMap((command) => command.options)].flatMap(({ flags, takes }) => (takes === "nothing" ? [] : flags)),
  ),
];

/** An option of a command that takes one of a list. */
interface Choice {
  readonly path: string;
  readonly flag: string;
  readonly values: readonly string[];
}

export const choicesOf = ({ commands }: CompletionTable): readonly Choice[] =>
  commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, takes }) => (typeof takes === "string" ? [] : flags.map((flag) => ({ path, flag, values: takes })))),
  );

const wordsFor = (commands: readonly Command[]): readonly CompletedWord[] =>
  commands.map((command) => ({ word: command.name(), description: firstSentence(command.description()) }));

function wordsOf(argument: Argument): readonly CompletedWord[] {
  const words = argument.name() === "words" ? scaffoldKinds : (argument.argChoices ?? []);
  return words.map((word) => ({ word, description: "" }));
}

const ownOptions = (command: Command): readonly CompletedOption[] => command.createHelp().visibleOptions(command).map(toCompleted);

function toCompleted({ short, long, description, required, optional, argChoices }: Option): CompletedOption {
  return {
    flags: [short, long].filter((flag): flag is string => flag !== undefined && flag !== null),
    description,
    takes: argChoices ?? (required || optional ? "value" : "nothing"),
  };
}

/** Returns the call that prints names, for bash and zsh. */
export const namesCall = (names: keyof typeof nameFolders): string => `$(__toolgen_names ${nameFolders[names].join(" ")})`;

/** A text in single quotes, for bash and zsh. */
export const posixQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The options that are followed by a value, as a pattern of `case`. */
export const valuePattern = (table: CompletionTable): string => valueFlags(table).join("|");

/** The possible beginnings of commands, as a pattern of `case` over the words so far and the next word. */
export const pathPattern = ({ commands }: CompletionTable): string =>
  commands.map(({ path }) => `"${path.includes(" ") ? path : ` ${path}`}"`).join("|");

/**
 * Prints the names that the project's outputs have in these folders, for bash and zsh. A shell would run a `$(…)` in a
 * name, so only valid names are printed.
 */
export const namesFunction = `__toolgen_names() {
  local folder="$PWD" output file modules
  while [ ! -e "$folder/toolgen.yaml" ] && [ ! -d "$folder/tools.d" ] && [ -n "$folder" ]; do folder="\${folder%/*}"; done
  output="$(sed -n "s/^['\\"]\\{0,1\\}output['\\"]\\{0,1\\} *: *['\\"]\\{0,1\\}\\([A-Za-z0-9._/-]*\\).*/\\\\1/p" "$folder/toolgen.yaml" 2>/dev/null)"
  for modules in "$@"; do
    for file in "$folder/\${output:-generated}/$modules"/*.cjs; do
      file="\${file##*/}"
      file="\${file%.cjs}"
      case "$file" in
        *[!A-Za-z0-9_-]*) ;;
        *) printf '%s\\n' "$file" ;;
      esac
    done
  done
}`;
