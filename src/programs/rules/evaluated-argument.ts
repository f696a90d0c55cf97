import type { ValueGuard } from "../../contract/definition.js";
import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { Evaluated, PlacedArgument } from "../arguments/argument.js";
import { type CommandPlaces, commandPlaces } from "../arguments/command-places.js";
import { runFindings } from "../arguments/findings.js";
import { possibleArguments } from "../arguments/possible-arguments.js";
import { possibleOptions } from "../arguments/possible-options.js";
import { programTextsWith, type ScopedTemplate } from "../arguments/program-texts.js";
import { readArguments } from "../arguments/read-arguments.js";
import { settingsFromVariables } from "../arguments/settings-from-variables.js";
import type { CodeLanguageName } from "../code-languages.js";
import type { ProgramWords } from "../command.js";
import { leadingValues } from "../dash-rules.js";
import type { InputValues } from "../input-values.js";
import type { PlacedValue } from "../place-class.js";
import { rowHelp } from "../program-facts.js";
import { isNew, isTrustedFile } from "../shell/written-by-command.js";
import { evaluatesInput } from "../table/evaluates-input.js";
import { languageBy } from "../table/language-by.js";
import { specFolderPrefix } from "../table/program-names.js";
import { isHarmlessVariable } from "../table/variables.js";
import type { FlatWord } from "../template/flatten.js";
import { isAuthoredVariant, isFromModel, isNoPipe, isNoSetting, type ModelValue, valuesOf } from "../template/model-values.js";
import { admitsNone, cannotBeginWith } from "../template/pattern.js";
import { isSelected, parameterText, type Resolved } from "../template/template-scope.js";
import { type CheckedPlaces, checkPlaces, suffices } from "./check-places.js";
import {
  argumentReason,
  type EvaluationReason,
  findingReason,
  inputReason,
  prefixReason,
  runReason,
  trustedFileReason,
} from "./evaluation-reasons.js";
import { useInText, worstUse } from "./harmless-in-text.js";
import type { SqlUse } from "./use-in-sql.js";

export interface CheckedArguments {
  readonly problems: readonly Diagnostic[];
  readonly values: readonly PlacedValue[];
  readonly guards: readonly ValueGuard[];
  readonly code: CheckedPlaces["code"];
}

/**
 * A value in an argument, a file or an input that a program evaluates must be listed in `code`, or be the author's
 * (docs/programs.md).
 */
export function checkEvaluatedArgument({ program, words, input: piped, contentAt }: ProgramWords, input: InputValues): CheckedArguments {
  const read = readArguments(program, possibleArguments(words));
  const { prefixed, readers: reading } = read;
  const placed = commandPlaces(read, input.programs);
  const { evaluated } = read;
  const readers = new Set(reading);
  const stdinValues = [...input.stdin];
  const found = new Map<string, Diagnostic>();
  const report = ({ resolved, scope }: ModelValue, by: string, reason: (key: string) => EvaluationReason): void => {
    const name = parameterText(resolved);
    const { does, help } = reason(name);
    const key = positionOf({ resolved, scope });
    if (found.has(key)) return;
    const place = placed.places.find(({ index }) => words[index]?.nodes.some(({ range }) => range === resolved.range));
    const row = rowHelp(place?.where.startsWith(by) === true ? place.where : by);
    found.set(key, diagnostic("evaluated-argument", scope.locate(resolved.range), { name, program: by, does }, { help: `${help}${row}` }));
  };
  const declared = Object.entries(input.code);
  const isSaid = ({ resolved }: ModelValue, by: string, language = languageBy(by)) =>
    declared.some(([selector, written]) => isSelected([selector], resolved) && suffices(written, language));
  const undeclared = (values: readonly ModelValue[], by: string) =>
    values.filter((value) => isFromModel(value.resolved) && !isSaid(value, by));
  /** Where values stand that program text uses for something that isn't known. */
  const unknown = new Set<string>();
  const certain = (values: readonly ModelValue[], useOf: (value: ModelValue) => SqlUse): readonly ModelValue[] => {
    const used = values.map((value) => ({ value, use: useOf(value) }));
    for (const { value, use } of used) if (use === "unknown") unknown.add(positionOf(value));
    return used.flatMap(({ value, use }) => (use === "code" ? [value] : []));
  };
  for (const one of evaluated) {
    const word = words[one.index];
    const values = word === undefined ? [] : valuesOf(word.nodes, word.scope);
    const judged = values.filter((value) => isFromModel(value.resolved) && !isSaid(value, one.program, languageFor(one)));
    const wrong = certain(judged, (value) => useOf(one, value, () => textWords(one, evaluated, words)));
    if (!isSettled(one, placed)) for (const value of wrong) report(value, one.program, (key) => argumentReason(one, key));
    if (one.fed) readers.add(one.program);
    if (one.fed) stdinValues.push(...heldBy(words, input));
    if (one.role === "text" || one.role === "pipe") continue;
    for (const { resolved } of values) {
      const held = resolved.ref.from === "temp" ? (input.tempFiles[resolved.ref.name] ?? []) : [];
      for (const value of certain(undeclared(held, one.program), (value) => useInInput(value, one.program)))
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
  // Those of a script's commands are followed with the script.
  const trusted =
    piped === undefined ? placed.places.find((one) => isNew(one) && isTrustedFile(fileIn(one)) && isLiteral(words[one.index])) : undefined;
  if (trusted !== undefined) {
    const values = [...words.flatMap(({ nodes, scope }) => valuesOf(nodes, scope)), ...heldBy(words, input), ...input.stdin];
    for (const value of values.filter((one) => isOpen(one.resolved)))
      if (!isSaid(value, program, "other")) report(value, program, (key) => trustedFileReason(fileIn(trusted), key));
  }
  for (const reader of readers) {
    for (const value of certain(undeclared(stdinValues, reader), (value) => useInInput(value, reader)))
      report(value, reader, (key) => inputReason("its standard input", reader, key));
  }
  const places = checkPlaces({
    program,
    words,
    piped,
    contentAt,
    input,
    places: placed,
    isRead: readers.size > 0,
    runsRelative: read.programs.slice(1).some(({ name }) => /^[^/].*\//.test(name) && !name.startsWith(specFolderPrefix)),
    filters: evaluated.flatMap((one) => (isFilter(one, words) ? [one.program] : [])),
    isFollowed: (index) => evaluated.some((one) => one.index === index),
    isUnknown: (value) => unknown.has(positionOf(value)),
    isReported: (index) => evaluated.some((one) => one.index === index && !isSettled(one, placed)),
  });
  for (const [key, problem] of places.problems) if (!found.has(key)) found.set(key, problem);
  return { problems: [...found.values()], values: places.values, guards: places.guards, code: places.code };
}

/**
 * Returns true if the table of places has the argument, and decides. What is in program text is decided by its
 * language.
 */
const isSettled = ({ role, index }: Evaluated, { places }: CommandPlaces): boolean => {
  const place = places.find((one) => one.index === index);
  return role !== "text" && role !== "pipe" && place?.isListed === true;
};

const isOpen = (resolved: ModelValue["resolved"]): boolean =>
  isFromModel(resolved) && resolved.ref.from !== "temp" && !resolved.variants.every(isAuthoredVariant);

/** `of=f` names `f`. */
const fileIn = ({ before }: PlacedArgument): string => before.replace(/^\w+=/, "");

const isLiteral = (word: FlatWord | undefined): boolean => word?.nodes.every(({ kind }) => kind === "text") === true;

/** The text of an argument, if the author wrote all of it but numbers. */
const literalText = (word: FlatWord | undefined): string =>
  word?.nodes.every((node) => node.kind === "text" || isNumber(valuesOf([node], word.scope))) === true
    ? word.nodes.map((node) => (node.kind === "text" ? node.text : "0")).join("")
    : "";

const isNumber = (values: readonly ModelValue[]): boolean =>
  values.length > 0 && values.every(({ resolved: { variants } }) => variants.every(({ type }) => type === "integer" || type === "number"));

/** Returns true if the author's program text runs texts that it gets. The scripts of shells are followed instead. */
const runsItsInput = ({ role, index, program }: Evaluated, words: readonly FlatWord[]): boolean =>
  role === "text" && evaluatesInput(languageBy(program), literalText(words[index]));

/** Returns true if a text of awk or sed that the author wrote neither runs nor writes anything. */
function isFilter({ role, index, program }: Evaluated, words: readonly FlatWord[]): boolean {
  const text = literalText(words[index]);
  return role === "text" && text !== "" && filters[languageBy(program)]?.test(text) === true;
}

/** Texts of awk that start, read and write nothing, and of sed that print, delete, search or replace. */
const filters: Partial<Readonly<Record<CodeLanguageName, RegExp>>> = {
  awk: /^(?![\s\S]*(?:system|getline|close|[|@]|print[^}]*>))/,
  sed: /^(?:(?:[0-9,$]*|\/[^/]*\/)I?[pdq]|s([^\w\s\\])(?:(?!\1)[^\n])*\1(?:(?!\1)[^\n])*\1[gIp0-9]*)(?:;(?:[0-9,$]*|\/[^/]*\/)[pdq])*$/,
};

/** The values in the temporary files that arguments name. */
const heldBy = (words: readonly FlatWord[], { tempFiles }: InputValues): readonly ModelValue[] =>
  words
    .flatMap(({ nodes, scope }) => valuesOf(nodes, scope))
    .flatMap(({ resolved: { ref } }) => (ref.from === "temp" ? (tempFiles[ref.name] ?? []) : []));

/** The values in variables that a program may read: each but those whose meaning is known, such as TZ. */
const inVariables = ({ env }: InputValues): readonly ModelValue[] =>
  Object.entries(env).flatMap(([name, values]) => (name.startsWith("INPUT_") || !isHarmlessVariable(name) ? values : []));

const positionOf = ({ resolved: { range }, scope }: ModelValue): string => {
  const { file, start } = scope.locate(range);
  return `${file.path} ${start}`;
};

function useInInput(value: ModelValue, by: string): SqlUse {
  const around = { language: languageBy(by), texts: value.text && programTextsWith([value.text], value) };
  return worstUse(value.resolved.variants.map((variant) => useInText(variant, around)));
}

const languageFor = ({ role, program }: Evaluated): CodeLanguageName =>
  role === "program" || role === "pipe" ? "sh" : role === "setting" ? "other" : languageBy(program);

function useOf(one: Evaluated, value: ModelValue, text: () => readonly ScopedTemplate[]): SqlUse {
  const { variants } = value.resolved;
  if (one.role === "text") {
    const around = { language: languageFor(one), texts: programTextsWith(text(), value) };
    return worstUse(variants.map((variant) => useInText(variant, around)));
  }
  const isFine = one.role === "pipe" ? isNoPipe : one.role === "setting" && one.setting === "" ? isNoSetting : isAuthoredVariant;
  return variants.every((variant) => isFine(variant)) ? "data" : "code";
}

/** Returns the words that form the program text of an argument: `ssh` and `eval` join theirs, and no database does. */
function textWords({ index, program }: Evaluated, evaluated: readonly Evaluated[], words: readonly FlatWord[]): readonly FlatWord[] {
  const isText = (at: number) => evaluated.some((one) => one.index === at && one.role === "text" && one.program === program);
  if (languageBy(program) === "sql") return words.slice(index, index + 1);
  let first = index;
  while (isText(first - 1)) first--;
  let end = index + 1;
  while (isText(end)) end++;
  return words.slice(first, end);
}

/** Values in the input of a program that makes arguments of it (`xargs`), if these could be options. */
export function checkFedOptions(program: string, words: readonly FlatWord[], input: InputValues): readonly Diagnostic[] {
  const fed = possibleOptions(program, possibleArguments(words)).find((one) => one.fed);
  if (fed === undefined) return [];
  const isOpen = ({ resolved }: InputValues["stdin"][number]) =>
    isFromModel(resolved) && !isSelected(Object.keys(input.code), resolved) && !resolved.variants.every(isAuthoredVariant);
  return [...input.stdin, ...heldBy(words, input)].filter(isOpen).map(({ resolved, scope }) => {
    const name = parameterText(resolved);
    return diagnostic("possible-option", scope.locate(resolved.range), { name, what: "The input", program: fed.program });
  });
}

/**
 * Returns true if a value may begin with a prefix that makes a program evaluate the argument, such as the `!` of ed. A
 * path in `paths` is absolute or begins with a plain character; otherwise the program gets it with `./` before it
 * (src/call/paths).
 */
function canBeginWith(value: Resolved, text: string, paths: readonly string[]): boolean {
  if (isSelected(paths, value) && (!text.startsWith("/") || /^\/\w+:/.test(text)) && !/^\w+=?$/.test(text)) return false;
  return !value.variants.every((variant) => isAuthoredVariant(variant) || isRuledOut(variant, text));
}

const isRuledOut = ({ pattern }: JsonObject, text: string): boolean =>
  typeof pattern === "string" && (cannotBeginWith(pattern, text.slice(0, 1)) || Array.from(text).some((char) => admitsNone(pattern, char)));
