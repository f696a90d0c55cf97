import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { PlacedValue } from "../../model/place-class.js";
import type { ValueGuard } from "../../runtime/contract/definition.js";
import type { ToolContext } from "../context.js";
import { specFolderPrefix } from "../programs/program-names.js";
import { codeNames } from "../rules/code-risk.js";
import { type CheckedArguments, checkEvaluatedArgument } from "../rules/evaluated-argument.js";
import { checkFedOptions } from "../rules/fed-options.js";
import { checkOptionName } from "../rules/option-name.js";
import { checkProgramInFolder } from "../rules/program-in-folder.js";
import { checkPsqlVariables } from "../rules/psql-variables.js";
import { checkUnguardedDash } from "../rules/unguarded-dash.js";
import { valuesInVariables } from "../rules/values-in-variables.js";
import { checkArgumentScripts } from "../shell/argument-scripts.js";
import type { FlatWord } from "../template/flatten.js";
import type { InputValues } from "../values/input-values.js";
import type { CheckedCommand, ProgramWords } from "./command.js";
import type { DashExemptions } from "./leading-dash-notes.js";

/**
 * The result of the rules about arguments for a command: the tool's own, or a platform's. `unguarded`: a value can pass
 * any option to the program.
 */
export interface CommandFindings {
  readonly problems: readonly Diagnostic[];
  readonly unguarded: boolean;
  /** The values of a call in the places of the command. */
  readonly values: readonly PlacedValue[];
  readonly guards: readonly ValueGuard[];
  readonly code: CheckedArguments["code"];
}

/** The data that the rules for a tool's commands need besides the words. */
export interface CommandRules {
  readonly exemptions: DashExemptions;
  readonly input: InputValues;
}

/** Checks the arguments of a command by the rules on options and dashes. */
export function checkCommandRules(
  tool: ToolContext,
  checked: CheckedCommand | undefined,
  { exemptions, input }: CommandRules,
): CommandFindings {
  const words = commandsOf(checked).map((command) => command.words.map((word) => (word.takesOptions === false ? inert(word) : word)));
  const unguarded = words.flatMap((some) => checkUnguardedDash(some, exemptions));
  const named = words.flatMap(checkOptionName);
  const { problems, values, guards, code } = checkEvaluatedArguments(tool, checked, input);
  return { problems: [...unguarded, ...named, ...problems], unguarded: unguarded.length > 0, values, guards, code };
}

/**
 * Checks the arguments that the program evaluates. A parameter with a wrong language in `code` has been reported
 * already.
 */
export function checkEvaluatedArguments(tool: ToolContext, checked: CheckedCommand | undefined, input: InputValues): CheckedArguments {
  if (checked === undefined || codeNames(tool) === undefined) return { problems: [], values: [], guards: [], code: [] };
  const commands = commandsOf(checked);
  // The scripts in arguments of a script's commands are checked with it.
  const scripts = checked.commands === undefined ? commands.flatMap((command) => checkArgumentScripts(command, input)) : [];
  const inScripts = scripts
    .filter((script) => script.isEntered)
    .flatMap((script) => script.commands)
    .flatMap((command) => checkEvaluatedArgument(command, { ...input, stdin: [], tempFiles: {} }).problems);
  const started = scripts.flatMap((script) => script.commands.map((command) => checkEvaluatedArgument(command, input)));
  const evaluated = commands.map((command) => checkEvaluatedArgument(command, input));
  // Input of a script's commands is followed with it, and evaluated text is worse than an option.
  const isFollowed = checked.commands !== undefined || evaluated.some(({ problems }) => problems.length > 0);
  const options = isFollowed ? [] : commands.flatMap(({ program, words }) => checkFedOptions(program, words, input));
  return {
    problems: [
      ...evaluated.flatMap(({ problems }) => problems),
      ...scripts.flatMap(({ problems }) => problems),
      ...inScripts,
      ...options,
      ...checkPsqlVariables([...commands, ...scripts.flatMap((script) => script.commands)], input, scriptOf(checked)),
      ...[commands, ...scripts.map((script) => script.commands)].flatMap((some) => checkProgramInFolder(some, input)),
    ],
    values: [...[...evaluated, ...started].flatMap(({ values }) => values), ...valuesInVariables(checked, input)],
    guards: [...evaluated, ...started].flatMap(({ guards }) => guards),
    code: [...evaluated, ...started].flatMap(({ code }) => code),
  };
}

/** The text of a `shell:`. */
const scriptOf = ({ command, commands }: CheckedCommand): string | undefined =>
  commands === undefined ? undefined : command.items.map((item) => (item.kind === "word" ? String(item.text[0] ?? "") : "")).join("\n");

/** A program beside the spec is the author's, whatever its name and its working directory. */
const programOf = ({ program, specDir }: CheckedCommand["command"]): string => (specDir ? `${specFolderPrefix}${program}` : program);

const commandsOf = (checked: CheckedCommand | undefined): readonly ProgramWords[] =>
  checked === undefined ? [] : (checked.commands ?? [{ program: programOf(checked.command), words: checked.words }]);

/**
 * A word that no program parses as an option is exempt from the rules about options, but keeps its position among the
 * words.
 */
const inert = (word: FlatWord): FlatWord => ({ ...word, nodes: [] });
