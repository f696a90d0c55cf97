import type { GuardKind, ValueGuard } from "../../contract/definition.js";
import type { Diagnostic, Span } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../contract/json-value.js";
import { parseSelector } from "../../contract/schema-variants.js";
import type { PlacedArgument } from "../arguments/argument.js";
import type { CommandPlaces } from "../arguments/command-places.js";
import { type CodeLanguageName, leastRiskOf } from "../code-languages.js";
import { commandText, type ProgramWords } from "../command.js";
import type { InputValues } from "../input-values.js";
import type { PlaceClass, PlacedValue, ValueReason } from "../place-class.js";
import { rowHelp } from "../program-facts.js";
import { findProgram } from "../table/find-program.js";
import { languageBy } from "../table/language-by.js";
import type { FlatWord } from "../template/flatten.js";
import { isAuthoredVariant, isFromModel, type ModelValue, valuesOf } from "../template/model-values.js";
import { isPlain } from "../template/pattern.js";
import { isSelected, parameterText } from "../template/template-scope.js";
import { usesOf } from "../uses.js";

interface PlacesContext extends Pick<ProgramWords, "program" | "words"> {
  readonly piped: ProgramWords["input"] | undefined;
  readonly contentAt: ProgramWords["contentAt"] | undefined;
  readonly input: InputValues;
  readonly places: CommandPlaces;
  /** True if nothing is known about how program text uses a value. */
  readonly isUnknown: (value: ModelValue) => boolean;
  /** True if an argument is program text, which other rules check. */
  readonly isReported: (index: number) => boolean;
  /** True if a program reads its text from standard input. */
  readonly isRead: boolean;
  /** True if it starts a program that it looks up in its folder: `env -C DIR ./run.sh`. */
  readonly runsRelative: boolean;
  /** Programs whose text, written by the author, only filters what they read. */
  readonly filters: readonly string[];
  /** True if the content of a file that an argument names is checked as program text. */
  readonly isFollowed: (index: number) => boolean;
}

export interface CheckedPlaces {
  readonly problems: ReadonlyMap<string, Diagnostic>;
  readonly values: readonly PlacedValue[];
  readonly guards: readonly ValueGuard[];
  /** Parameters that are code, by whether options of the author's make it harmless. */
  readonly code: readonly { readonly param: string; readonly isMild: boolean }[];
}

/** Decides on each value by the class of its place (docs/programs.md). */
export function checkPlaces({
  program,
  words,
  piped,
  contentAt,
  input,
  places: { places, stdin },
  isUnknown,
  isReported,
  isRead,
  runsRelative,
  filters,
  isFollowed,
}: PlacesContext): CheckedPlaces {
  const problems = new Map<string, Diagnostic>();
  const placed: PlacedValue[] = [];
  const guards: ValueGuard[] = [];
  const code: { param: string; isMild: boolean }[] = [];
  if (program === "") return { problems, values: placed, guards, code };
  const decide = (value: ModelValue, given: Pick<PlacedArgument, "class" | "where" | "before" | "guard" | "isMild">) => {
    const place = isUnknown(value) ? { ...given, class: "unknown" as const } : given;
    const { resolved, scope } = value;
    if (!isFromModel(resolved)) return;
    const name = parameterText(resolved);
    const note = (verdict: PlacedValue["verdict"], because: ValueReason) =>
      placed.push({
        param: name,
        where: place.where,
        class: place.class,
        verdict,
        because,
        ...(because === "claim" && { claimedIn: commandText({ program, words, text: value.text }, name) }),
      });
    if (resolved.variants.every(isAuthoredVariant)) {
      note("allowed", "fixed");
      return;
    }
    // A path is given './' or is absolute.
    const guard = isSelected(input.paths, resolved) && place.guard !== "setting" ? undefined : guardAt(place);
    if (guard !== undefined) guards.push({ param: parseSelector(parameterText(resolved)), kind: guard, where: place.where });
    if (place.class === "code" || place.class === "load")
      code.push({ param: name, isMild: place.class === "code" && place.isMild === true });
    if (!isUnknown(value) && resolved.variants.every((one) => isFine(one, place))) {
      note("allowed", place.class === "data" ? "class" : "word");
      return;
    }
    const { verdict, because } = verdictOn(place.class, {
      isPath: isSelected(place.class === "write" ? input.writable : input.paths, resolved),
      isCode: Object.entries(input.code).some(
        ([selector, written]) => isSelected([selector], resolved) && (place.class === "unknown" || suffices(written, languageIn(place))),
      ),
      runsRelative,
      isClaimed: isSelected(input.data, resolved) || (resolved.ref.from === "call" && input.isAllData),
    });
    if (verdict !== "refused") {
      note(verdict, because);
      return;
    }
    const span = scope.locate(resolved.range);
    const problem = isFile(place.class)
      ? fileNotAPath(span, name, place)
      : diagnostic(
          "evaluated-argument",
          span,
          { name, program: place.where, does: reasons[place.class] ?? "evaluates this argument" },
          { help: `${helpFor(name)}${rowHelp(place.where)}` },
        );
    problems.set(`${span.file.path} ${span.start}`, problem);
  };
  const guardMild = ({ resolved }: ModelValue, { where, isMild }: Pick<PlacedArgument, "where" | "isMild">) => {
    if (isMild !== true || languageBy(programIn({ where })) !== "sql" || !isFromModel(resolved)) return;
    if (!resolved.variants.every(isAuthoredVariant))
      guards.push({ param: parseSelector(parameterText(resolved)), kind: "sql-file", where });
  };
  const isFilter = ({ where }: Pick<Where, "where">) => filters.includes(programIn({ where }));
  for (const read of places) {
    const place = read.class === "unknown" && isFilter(read) ? { ...read, class: inFilter(read) } : read;
    const word = words[place.index];
    const isFed = word === undefined;
    const values = isFed ? [...input.stdin, ...valuesIn(piped)] : valuesOf(word.nodes, word.scope);
    for (const value of values) {
      if (isReported(place.index) && !isUnknown(value)) {
        const param = parameterText(value.resolved);
        code.push({ param, isMild: place.class === "code" && place.isMild === true });
        if (place.class === "code") guardMild(value, place);
        const { resolved } = value;
        const because = resolved.variants.every(isAuthoredVariant)
          ? "fixed"
          : isSelected(Object.keys(input.code), resolved)
            ? "code"
            : "word";
        if (isFromModel(resolved)) placed.push({ param, where: place.where, class: place.class, verdict: "allowed", because });
        continue;
      }
      decide(value, place);
    }
    const held = [
      ...values.flatMap(({ resolved: { ref } }) => (ref.from === "temp" ? (input.tempFiles[ref.name] ?? []) : [])),
      ...(contentAt === undefined ? [] : valuesIn(() => contentAt(place.index))),
    ];
    for (const value of held)
      decide(value, { where: place.where, class: isFollowed(place.index) ? "data" : contentOf[place.class], before: "" });
  }
  if (!places.some(({ index }) => index >= words.length))
    for (const value of [...input.stdin, ...valuesIn(piped)]) {
      if (stdin.class === "code" || stdin.class === "load") {
        code.push({ param: parameterText(value.resolved), isMild: stdin.isMild });
        guardMild(value, stdin);
      }
      decide(value, { ...stdin, class: isRead || isFilter(stdin) ? "data" : inputOf(stdin), before: "" });
    }
  return { problems, values: placed, guards, code };
}

/** A value behind the author's text can't begin an argument. */
function guardAt({ guard, before }: Pick<PlacedArgument, "guard" | "before">): GuardKind | undefined {
  if (guard === "file-setting" && before.endsWith("=")) return "file";
  return before === "" || guard === "setting" || guard === "colon" ? guard : undefined;
}

type Where = Pick<PlacedArgument, "class" | "where">;

const programIn = ({ where }: Pick<Where, "where">): string => where.split(" ")[0] ?? "";

const valuesIn = (word: (() => FlatWord) | undefined): readonly ModelValue[] =>
  word === undefined ? [] : valuesOf(word().nodes, word().scope);

/** The class of a file's content, by that of its name. */
const contentOf: Readonly<Record<PlaceClass, PlaceClass>> = {
  data: "data",
  read: "data",
  write: "data",
  send: "data",
  runs: "code",
  place: "unknown",
  dir: "unknown",
  unknown: "unknown",
  option: "unknown",
  code: "code",
  load: "load",
};

/** A filter makes variables of the options that its row calls unknown, and opens its operands. */
function inFilter({ where, class: placeClass }: Where): PlaceClass {
  const [program = "", option] = where.split(" ");
  if (option === undefined) return "read";
  return usesOf(program)?.options.has(option) === true ? "data" : placeClass;
}

/** If a program is known to evaluate, its program text is checked by its language, and this is something else. */
const inputOf = (place: Where): PlaceClass =>
  isFile(place.class) || (place.class === "code" && findProgram(programIn(place)) !== undefined) ? "unknown" : place.class;

const languageIn = (place: Where): CodeLanguageName => (place.class === "code" ? languageBy(programIn(place)) : "other");

/**
 * Values are judged first: what the author wrote is fine anywhere, and a plain word where nothing is known, or inside
 * the author's code.
 */
function isFine(variant: JsonObject, { class: placeClass, before }: Pick<PlacedArgument, "class" | "before">): boolean {
  if (placeClass === "data" || isAuthoredVariant(variant)) return true;
  return (placeClass === "unknown" || (placeClass === "code" && before !== "")) && isPlainWord(variant);
}

/**
 * Returns true if the author wrote every possible text, or a pattern admits only plain words. A call refuses one that
 * would be an option.
 */
export function isPlainWord(variant: JsonObject): boolean {
  const { pattern } = variant;
  return isAuthoredVariant(variant) || (typeof pattern === "string" && isPlain(pattern));
}

interface Declared {
  readonly isPath: boolean;
  readonly isCode: boolean;
  readonly isClaimed: boolean;
  readonly runsRelative: boolean;
}

interface Verdict {
  readonly verdict: PlacedValue["verdict"] | "refused";
  readonly because: ValueReason;
}

const byClass = (verdict: Verdict["verdict"]): Verdict => ({ verdict, because: "class" });
const allowedBy = (because: ValueReason): Verdict => ({ verdict: "allowed", because });

function verdictOn(placeClass: PlaceClass, { isPath, isCode, isClaimed, runsRelative }: Declared): Verdict {
  switch (placeClass) {
    case "data":
      return byClass("allowed");
    case "unknown":
      return isClaimed ? allowedBy("claim") : isCode ? allowedBy("code") : byClass("asked");
    case "read":
      return isPath ? allowedBy("path") : byClass("asked");
    case "runs":
    case "place":
      return byClass("asked");
    case "dir":
      return byClass(runsRelative && !isPath ? "refused" : "asked");
    case "write":
    case "send":
      return byClass(isPath ? "asked" : "refused");
    case "option":
    case "code":
    case "load":
      return isCode ? allowedBy("code") : byClass("refused");
  }
}

const isFile = (placeClass: PlaceClass) => placeClass === "write" || placeClass === "send";

function fileNotAPath(span: Span, name: string, { class: placeClass, where }: Where): Diagnostic {
  const isSent = placeClass === "send";
  const line = `\`paths: { ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${isSent ? "read" : "write"} }\``;
  const help = `Write ${line}, or \`readWrite\` if the program does both.${rowHelp(where)}`;
  const problem = diagnostic("file-not-a-path", span, { name, program: where, does: isSent ? "sends" : "writes" }, { help });
  return { ...problem, missingPath: { param: name, access: isSent ? "read" : "write" } };
}

const reasons: Partial<Readonly<Record<PlaceClass, string>>> = {
  dir: "starts the program that it looks up in the folder which this argument names",
  option: "takes this argument as an option",
  code: "evaluates this argument",
  load: "loads the program, module or setting that this argument names",
};

const helpFor = (name: string) =>
  `Make it an enum of what is meant. Or write \`code: { ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: other }\`, and the tool is dangerous.`;

/**
 * Returns true if `code` declares a sufficient language: the program's own, or one that makes the tool dangerous
 * anyway.
 */
export const suffices = (written: CodeLanguageName | undefined, language: CodeLanguageName): boolean =>
  written === undefined || written === language || (written !== "sql" && leastRiskOf(written, []) === "dangerous");
