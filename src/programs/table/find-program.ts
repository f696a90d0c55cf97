import { codeLanguages } from "../code-languages.js";
import { subcommandOf, subcommandsOf, usesOf } from "../uses.js";
import type { Evaluation, Operand, Program, Role } from "./program.js";
import type { Uses, ValuePlace } from "./row.js";
import { harmlessVariables } from "./variables.js";

const programs = new Map<string, Program | undefined>();

/** Returns what a program evaluates, by its rows in the table; `undefined` if they don't say anything about it. */
export function findProgram(program: string): Program | undefined {
  const row = usesOf(program);
  if (row === undefined) return undefined;
  if (!programs.has(row.name)) programs.set(row.name, programOf(row));
  return programs.get(row.name);
}

function programOf(row: Uses): Program | undefined {
  const evaluation = withSubcommands(row.name, row);
  const isKnown = row.is.has("plain") || evaluatesAnything(evaluation);
  const language = codeLanguages.find((one) => one === row.lines.get("language")?.[0]);
  return isKnown ? { name: row.name, ...evaluation, ...(language !== undefined && { language }) } : undefined;
}

/** Options for plain data are no reason to know a program. */
export const evaluatesAnything = ({ value: _value, words: _words, ownFirst: _own, ...evaluation }: Evaluation): boolean =>
  Object.keys(evaluation).length > 0;

function withSubcommands(name: string, row: Uses | undefined): Evaluation {
  const own = row === undefined ? {} : evaluationOf(row);
  const words = [...subcommandsOf(name)].filter((word) => word !== "*");
  const subcommands = words.map((word) => [word, withSubcommands(`${name} ${word}`, subcommandOf(name, word)?.row)] as const);
  return row?.is.has("flat") !== true && subcommands.some(([, one]) => evaluatesAnything(one))
    ? { ...own, subcommands: Object.fromEntries(subcommands) }
    : own;
}

/** The role of a place, for a program that evaluates what is there. */
const roleAt = ({ class: placeClass, starts }: ValuePlace): Role =>
  starts === true ? "program" : placeClass === "code" ? "text" : placeClass === "load" ? "file" : "value";

function evaluationOf({ options, ownFirst, attached, settings, operands, repeats, words, stdin, flags, is, lines }: Uses): Evaluation {
  const single = [...options].flatMap(([option, [place, ...more]]) =>
    place === undefined || more.length > 0 ? [] : [{ option, role: roleAt(place) }],
  );
  const named = (role: Role) => single.flatMap((one) => (one.role === role ? [one.option] : []));
  const joined = (role: Role) => [...attached].flatMap(([name, place]) => (roleAt(place) === role ? [name] : []));
  const list = (key: string) => lines.get(key) ?? [];
  // The table of places decides alone on the few settings that aren't data.
  const isFree = (option: string) => settings.some((one) => one.option === option && one.place.class === "data" && one.names.includes("*"));
  const harmless = list("harmless").flatMap((name) => (name === "$variables" ? harmlessVariables : [name]));
  const own = operandsIn(list("roles"));
  const lists = {
    text: [...named("text"), ...list("texts")],
    file: [...named("file"), ...list("trusts")],
    program: named("program"),
    value: named("value").filter((option) => !list("suffixed").includes(option)),
    output: list("pipes-to"),
    attached: joined("text"),
    attachedFile: joined("file"),
    setting: [
      ...new Set([
        ...list("settings"),
        ...settings.flatMap((one) => (one.option !== "=" && roleAt(one.place) !== "value" && !isFree(one.option) ? [one.option] : [])),
      ]),
    ],
    harmless: harmless.length > 0 ? harmless : settings.flatMap(({ place, names }) => (place.class === "data" ? names : [])),
    pairs: [...options].flatMap(([option, places]) => (places.length > 1 ? [option] : [])),
    settingPairs: list("setting-pairs"),
    suffixed: list("suffixed"),
    flags: lines.has("only-flags") ? [...flags] : [],
    operands: own.length > 0 ? own : withoutData([...operands.map(roleAt), ...(repeats ? ["..." as const] : [])]),
    dashed: operandsIn(list("dashed")),
    instead: list("holds"),
    pipes: list("opens-pipes"),
    checks: list("checks"),
    onlyInput: list("only-input"),
    insteadOfInput: list("instead-of-input"),
    inputOptions: list("input-options"),
    replace: list("replace"),
  };
  const [finds] = list("finds");
  const [marks] = list("marks");
  const [assignments] = list("assignments");
  const [inputText] = list("input-text");
  const [pipeText] = list("pipe-text");
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
    ...Object.fromEntries(switches.filter((one) => is.has(one)).map((one) => [one, true])),
    ...(is.has("any-case") && { anyCase: true }),
    ...(words && { words: true }),
    ...(ownFirst && { ownFirst: true }),
    ...(stdin === "code" && !lines.get("stdin")?.includes("-") && { input: true }),
    ...((finds === "marks" || finds === "appends") && { finds }),
    ...((assignments === "first" || assignments === "anywhere") && { assignments }),
    ...(marks !== undefined && { marks }),
    ...(inputText !== undefined && { inputText: new RegExp(inputText, "i") }),
    ...(pipeText !== undefined && { pipeText: new RegExp(pipeText) }),
  };
}

const switches = ["stops", "late", "joins", "line", "letters", "location", "package", "feeds"] as const;

const roleNames: readonly string[] = ["text", "file", "program", "setting", "pipe", "output", "value"] satisfies readonly Role[];
const isRole = (name: string): name is Role => roleNames.includes(name);

/** `value text*` */
const operandsIn = (names: readonly string[]): readonly Operand[] =>
  names.flatMap((one): readonly Operand[] => {
    const role = one.replace(/\*$/, "");
    return isRole(role) ? [role, ...(one.endsWith("*") ? (["..."] as const) : [])] : [];
  });

/** The operands up to the last one that a program evaluates. */
function withoutData(operands: readonly Operand[]): readonly Operand[] {
  const last = operands.findLastIndex((one) => one !== "value" && one !== "...");
  return operands.slice(0, operands[last + 1] === "..." ? last + 2 : last + 1);
}
