import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ProgramWords } from "../command/command.js";
import type { Evaluated } from "../programs/argument.js";
import { type CodeLanguageName, leastRiskOf } from "../programs/code-languages.js";
import { evaluatesInput } from "../programs/evaluates-input.js";
import { findProgram } from "../programs/find-program.js";
import { argumentsFrom, runFindings } from "../programs/findings.js";
import { languageBy } from "../programs/language-by.js";
import { readArguments } from "../programs/read-arguments.js";
import { settingsFromVariables } from "../programs/settings-from-variables.js";
import type { FlatWord } from "../template/flatten.js";
import { isSelected } from "../template/is-selected.js";
import { parameterText } from "../template/parameter-text.js";
import type { InputValues } from "../values/input-values.js";
import { isAuthoredVariant, isFromModel, isNoPipe, isNoSetting, type ModelValue, valuesOf } from "../values/model-values.js";
import { possibleArguments } from "../values/possible-arguments.js";
import { programTextsWith, type ScopedTemplate } from "../values/program-texts.js";
import { canBeginWith } from "./can-begin-with.js";
import { isHarmlessVariable } from "./environment-variables.js";
import { argumentReason, type EvaluationReason, findingReason, inputReason, prefixReason, runReason } from "./evaluation-reasons.js";
import { isHarmlessInText } from "./harmless-in-text.js";
import { leadingValues } from "./leading-dash-notes.js";

export interface CheckedArguments {
  readonly problems: readonly Diagnostic[];
  /** The programs that get values and that aren't in the table. */
  readonly unknown: readonly string[];
}

/**
 * A value in an argument, a file or an input that a program evaluates must be listed in `code`, or be the author's
 * (docs/programs.md).
 */
export function checkEvaluatedArgument({ program, words, given: besides }: ProgramWords, input: InputValues): CheckedArguments {
  const read = readArguments(program, possibleArguments(words));
  const { evaluated, prefixed, programs, readers: reading } = read;
  const readers = new Set(reading);
  const stdinValues = [...input.stdin];
  const found = new Map<string, Diagnostic>();
  const report = ({ resolved, scope }: ModelValue, by: string, reason: (key: string) => EvaluationReason): void => {
    const name = parameterText(resolved);
    const { what, help } = reason(name);
    const span = scope.locate(resolved.range);
    const key = `${span.file.path} ${span.start}`;
    if (found.has(key)) return;
    found.set(key, diagnostic("evaluated-argument", span, { name, program: by, what }, { help }));
  };
  const declared = Object.entries(input.code);
  const isSaid = ({ resolved }: ModelValue, by: string, language = languageBy(by)) =>
    declared.some(([selector, written]) => isSelected([selector], resolved) && suffices(written, language));
  for (const one of evaluated) {
    const word = words[one.index];
    const values = word === undefined ? [] : valuesOf(word.nodes, word.scope);
    const isFine = (value: ModelValue) => value.resolved.variants.every(accepted(one, value, () => textWords(one, evaluated, words)));
    const wrong = values.filter((value) => isFromModel(value.resolved) && !isSaid(value, one.program, languageFor(one)) && !isFine(value));
    for (const value of wrong) report(value, one.program, (key) => argumentReason(one, key));
    if (one.fed) readers.add(one.program);
    if (one.fed) stdinValues.push(...heldBy(words, input));
    if (one.role === "text" || one.role === "pipe") continue;
    for (const { resolved } of values) {
      const held = resolved.ref.from === "temp" ? (input.tempFiles[resolved.ref.name] ?? []) : [];
      for (const value of evaluatedInput(held, one.program, (value) => isSaid(value, one.program)))
        report(value, one.program, (key) => inputReason(`the file ${resolved.written}`, one.program, key));
    }
  }
  for (const one of prefixed) {
    const { nodes = [], scope } = words[one.index] ?? {};
    if (scope === undefined) {
      // Text that `xargs` reads comes after all words.
      readers.add(one.program);
      stdinValues.push(...heldBy(words, input));
      continue;
    }
    const begins = one.rest === one.prefix;
    const values = begins ? leadingValues(nodes, scope).map(({ value: resolved, scope }) => ({ resolved, scope })) : valuesOf(nodes, scope);
    const wrong = values.filter(({ resolved }) => isFromModel(resolved) && canBeginWith(resolved, one.rest, begins ? input.paths : []));
    for (const value of wrong.filter((value) => !isSaid(value, one.program))) report(value, one.program, (key) => prefixReason(one, key));
  }
  for (const one of evaluated.filter((text) => runsItsInput(text, words))) {
    const others = words.filter((_, i) => i !== one.index).flatMap(({ nodes, scope }) => valuesOf(nodes, scope));
    const values = [...others, ...heldBy(words, input), ...input.stdin, ...inVariables(input)].filter(({ resolved }) => isOpen(resolved));
    for (const value of values.filter((each) => !isSaid(each, one.program)))
      report(value, one.program, (key) => runReason(one.program, key));
  }
  for (const { finder, runner, from, until } of runFindings(read)) {
    const values = words.slice(from, until).flatMap(({ nodes, scope }) => valuesOf(nodes, scope));
    const wrong = values.filter(({ resolved }) => isOpen(resolved));
    for (const value of wrong.filter((one) => !isSaid(one, runner))) report(value, runner, (key) => findingReason(finder, runner, key));
  }
  for (const { variable, setting } of settingsFromVariables(program, possibleArguments(words))) {
    const values = (input.env[variable] ?? []).filter(
      ({ resolved }) => isFromModel(resolved) && !resolved.variants.every(isAuthoredVariant),
    );
    for (const value of values.filter((one) => !isSaid(one, "git", "other")))
      report(value, "git", (key) => argumentReason({ index: 0, role: "setting", program: "git", setting }, key));
  }
  for (const reader of readers) {
    for (const value of evaluatedInput(stdinValues, reader, (value) => isSaid(value, reader)))
      report(value, reader, (key) => inputReason("its standard input", reader, key));
  }
  const takes = (at: number) =>
    takesValues([...words.slice(argumentsFrom(read, at)), ...(besides === undefined ? [] : [besides()])], input);
  const unknown = programs.filter(({ name, from }) => name !== "" && findProgram(name) === undefined && takes(from));
  const scripts = evaluated.filter((one) => isUnread(one, words) && takes(one.index + 1));
  const unknownNames = [...unknown.map(({ name }) => name), ...scripts.map((one) => `${one.program}'s script`)];
  return { problems: [...found.values()], unknown: [...new Set(unknownNames)] };
}

const isOpen = (resolved: ModelValue["resolved"]): boolean =>
  isFromModel(resolved) && resolved.ref.from !== "temp" && !resolved.variants.every(isAuthoredVariant);

/** The text of an argument, if the author wrote all of it. */
const literalText = (word: FlatWord | undefined): string =>
  word?.nodes.every(({ kind }) => kind === "text") === true
    ? word.nodes.map((node) => (node.kind === "text" ? node.text : "")).join("")
    : "";

/** Returns true if the author's program text runs texts that it gets. The scripts of shells are followed instead. */
const runsItsInput = ({ role, index, program }: Evaluated, words: readonly FlatWord[]): boolean =>
  role === "text" && evaluatesInput(languageBy(program), literalText(words[index]));

/**
 * Returns true if an argument is the author's program in a language that isn't read, or names its file. `-m` names an
 * installed module.
 */
function isUnread({ role, index, program }: Evaluated, words: readonly FlatWord[]): boolean {
  const language = languageBy(program);
  const isScript = unread.includes(language) || (role === "file" && shells.includes(language) && !/^(?:source|\.)$/.test(program));
  const word = words[index];
  if ((role !== "text" && role !== "file") || !isScript || word === undefined || literalText(words[index - 1]) === "-m") return false;
  return valuesOf(word.nodes, word.scope).every(({ resolved }) => !isFromModel(resolved) && resolved.ref.from !== "temp");
}

/** General languages. Texts of awk and sed are searched for what they run. */
const unread: readonly CodeLanguageName[] = [
  ...(["python", "javascript", "typescript", "perl", "ruby", "php", "lua"] as const),
  ...(["r", "julia", "elixir", "groovy", "tcl", "applescript"] as const),
];
const shells: readonly CodeLanguageName[] = ["sh", "bash", "zsh", "fish"];

/** The values in the temporary files that arguments name. */
export const heldBy = (words: readonly FlatWord[], { tempFiles }: InputValues): readonly ModelValue[] =>
  words
    .flatMap(({ nodes, scope }) => valuesOf(nodes, scope))
    .flatMap(({ resolved: { ref } }) => (ref.from === "temp" ? (tempFiles[ref.name] ?? []) : []));

/** Returns true if the model chooses a text in some arguments, in the files that they name, or in the input. */
function takesValues(words: readonly FlatWord[], input: InputValues): boolean {
  const values = words.flatMap(({ nodes, scope }) => valuesOf(nodes, scope));
  return [...values, ...heldBy(words, input), ...input.stdin, ...inVariables(input)].some(
    ({ resolved }) => isFromModel(resolved) && !resolved.variants.every(isAuthoredVariant),
  );
}

/** The values in variables that a program may read: each but those whose meaning is known, such as TZ. */
const inVariables = ({ env }: InputValues): readonly ModelValue[] =>
  Object.entries(env).flatMap(([name, values]) => (name.startsWith("INPUT_") || !isHarmlessVariable(name) ? values : []));

function evaluatedInput(values: readonly ModelValue[], by: string, isSaid: (value: ModelValue) => boolean): readonly ModelValue[] {
  return values.filter((value) => {
    const around = { language: languageBy(by), texts: value.text && programTextsWith([value.text], value) };
    return isFromModel(value.resolved) && !isSaid(value) && !value.resolved.variants.every((variant) => isHarmlessInText(variant, around));
  });
}

const languageFor = ({ role, program }: Evaluated): CodeLanguageName =>
  role === "program" || role === "pipe" ? "sh" : role === "setting" ? "other" : languageBy(program);

/**
 * Returns true if `code` declares a sufficient language: the program's own, or one that makes the tool dangerous
 * anyway.
 */
const suffices = (written: CodeLanguageName | undefined, language: CodeLanguageName): boolean =>
  written === undefined || written === language || (written !== "sql" && leastRiskOf(written, []) === "dangerous");

function accepted(one: Evaluated, value: ModelValue, text: () => readonly ScopedTemplate[]): (variant: JsonObject) => boolean {
  if (one.role === "pipe") return isNoPipe;
  if (one.role !== "text") return one.role === "setting" && one.setting === "" ? isNoSetting : isAuthoredVariant;
  const around = { language: languageFor(one), texts: programTextsWith(text(), value) };
  return (variant) => isHarmlessInText(variant, around);
}

/** Returns the words that form the program text of an argument: `ssh` and `eval` join their arguments. */
function textWords({ index, program }: Evaluated, evaluated: readonly Evaluated[], words: readonly FlatWord[]): readonly FlatWord[] {
  const isText = (at: number) => evaluated.some((one) => one.index === at && one.role === "text" && one.program === program);
  let first = index;
  while (isText(first - 1)) first--;
  let end = index + 1;
  while (isText(end)) end++;
  return words.slice(first, end);
}
