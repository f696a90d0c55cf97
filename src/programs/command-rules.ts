import type { ValueGuard } from "../contract/definition.js";
import type { Diagnostic } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { NodePath, SpecPositions } from "../contract/spec-node.js";
import { type CheckedCommand, commandText, type ProgramWords } from "./command.js";
import { checkOptionName, checkUnguardedDash, type DashExemptions } from "./dash-rules.js";
import { codeNames, type InputValues } from "./input-values.js";
import type { PlacedValue, ValueReason } from "./place-class.js";
import { hasTrait } from "./program-traits.js";
import { isPlainWord } from "./rules/check-places.js";
import { type CheckedArguments, checkEvaluatedArgument, checkFedOptions } from "./rules/evaluated-argument.js";
import { checkProgramInFolder } from "./rules/program-in-folder.js";
import { checkPsqlVariables } from "./rules/psql-variables.js";
import { checkArgumentScripts } from "./shell/argument-scripts.js";
import { isShell } from "./shell/started-programs.js";
import { specFolderPrefix } from "./table/program-names.js";
import { isHarmlessVariable, loadsCode } from "./table/variables.js";
import type { FlatWord } from "./template/flatten.js";
import { isAuthoredVariant, isFromModel, type ModelValue } from "./template/model-values.js";
import { isSelected, parameterText } from "./template/template-scope.js";

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
  tool: SpecPositions,
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
export function checkEvaluatedArguments(tool: SpecPositions, checked: CheckedCommand | undefined, input: InputValues): CheckedArguments {
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

/** A variable that `env.set` sets: its name, where that stands in the spec, and the values in its text. */
interface SetVariable {
  readonly variable: string;
  readonly path: NodePath;
  readonly values: readonly ModelValue[];
  /** Selectors of the parameters that are program text. */
  readonly code: readonly string[];
}

/** A variable that programs use as code needs `code`, or a value that the author wrote. */
export function checkEnvironmentVariable(tool: SpecPositions, { variable, path, values, code }: SetVariable): readonly Diagnostic[] {
  if (!loadsCode(variable)) return [];
  const wrong = values.filter(
    ({ resolved }) => isFromModel(resolved) && !isSelected(code, resolved) && !resolved.variants.every(isAuthoredVariant),
  );
  if (wrong.length === 0) return [];
  const names = [...new Set(wrong.map(({ resolved }) => parameterText(resolved)))];
  return [diagnostic("env-loads-code", tool.at(path, "key"), { variable, name: names.join(", ") }, { help: helpFor(names[0] ?? "x") })];
}

const helpFor = (name: string) =>
  `Make '${name}' an enum of what is meant, or say that it is code: \`code: { ${JSON.stringify(name)}: other }\`, and the tool is dangerous.`;

/**
 * Returns the values in variables that a program may use for anything: those that aren't known, and those that the
 * author's text for a program names. Variables that load code are an error elsewhere.
 */
function valuesInVariables(command: CheckedCommand, { env, code, data }: InputValues): readonly PlacedValue[] {
  const all = command.commands ?? [{ program: command.command.program, words: command.words }];
  // The scripts of shells are followed.
  const others = all.filter(({ program }) => program !== "" && !isShell(program));
  const texts = others.flatMap(({ words }) =>
    words.flatMap(({ nodes }) => nodes.flatMap((node) => (node.kind === "text" ? [node.text] : []))),
  );
  // Every variable is one of make's.
  const isMake = others.some(({ program }) => hasTrait(program, "reads-variables"));
  const isNamed = (variable: string) => isMake || texts.some((text) => text.includes(variable));
  const reasonFor = ({ resolved }: ModelValue): ValueReason => {
    if (resolved.variants.every(isAuthoredVariant)) return "fixed";
    if (resolved.variants.every(isPlainWord)) return "word";
    return isSelected(data, resolved) ? "claim" : isSelected(Object.keys(code), resolved) ? "code" : "class";
  };
  return Object.entries(env).flatMap(([variable, values]) => {
    if (loadsCode(variable) || (isHarmlessVariable(variable) && !(variable.startsWith("INPUT_") && isNamed(variable)))) return [];
    const reasons = new Map(
      values.filter(({ resolved }) => isFromModel(resolved)).map((value) => [parameterText(value.resolved), reasonFor(value)] as const),
    );
    return [...reasons].map(([param, because]) => ({
      param,
      where: `the variable ${variable}`,
      class: "unknown" as const,
      verdict: because === "class" ? ("asked" as const) : ("allowed" as const),
      because,
      ...(because === "claim" && { claimedIn: `${variable}=<value> ${all.map((one) => commandText(one, param)).join("; ")}` }),
    }));
  });
}
