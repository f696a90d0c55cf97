import type { GuardKind } from "../contract/definition.js";
import { type PlaceClass, type ProgramRow, placeClasses } from "./place-class.js";
import { basename, listsName, programNames } from "./table/program-names.js";
import { buildsUses } from "./uses/builds.js";
import { cloudUses } from "./uses/cloud.js";
import { containersUses } from "./uses/containers.js";
import { databasesUses } from "./uses/databases.js";
import { filesUses } from "./uses/files.js";
import { interpretersUses } from "./uses/interpreters.js";
import { mediaUses } from "./uses/media.js";
import { networkUses } from "./uses/network.js";
import { packagesUses } from "./uses/packages.js";
import { servicesUses } from "./uses/services.js";
import { testsUses } from "./uses/tests.js";
import { textUses } from "./uses/text.js";
import { versionControlUses } from "./uses/version-control.js";
import { builtinUses, wrappersUses } from "./uses/wrappers.js";

/** The class of one place. */
export interface ValuePlace {
  readonly class: PlaceClass;
  /** The value is data as long as it doesn't look like this. */
  readonly guard?: GuardKind;
  /** It names a program, which gets the arguments after it. */
  readonly starts?: true;
  /** A file gets the name that stands in the address, so it isn't data behind the author's beginning either. */
  readonly names?: true;
}

/** A row of the table: a program, or one of its subcommands. */
export interface Uses {
  /** The name under which the row stands: `git log`. */
  readonly name: string;
  /** The places of the options' values. */
  readonly options: ReadonlyMap<string, readonly ValuePlace[]>;
  /** Options without a value. */
  readonly flags: ReadonlySet<string>;
  /** Options and, as `=`, operands that are `NAME=value`. */
  readonly settings: readonly Setting[];
  readonly operands: readonly ValuePlace[];
  /** The last place of `operands` holds for all that follow. */
  readonly repeats: boolean;
  /** The place of the last operand, if it isn't that of the others. */
  readonly last?: ValuePlace;
  /** Options that hold what the first operand is otherwise. */
  readonly instead: readonly string[];
  /** Operands in the presence of options. */
  readonly with: readonly { readonly options: readonly string[]; readonly operands: readonly ValuePlace[]; readonly stdin?: PlaceClass }[];
  /** The place of all that isn't listed. */
  readonly others?: ValuePlace;
  readonly stdin?: PlaceClass | undefined;
  /** Options with which it writes the files that it otherwise reads. */
  readonly inPlace: readonly string[];
  /** Options with which its code is harmless. */
  readonly mild: readonly string[];
  /** Its own options stand before the subcommand alone. */
  readonly ownFirst: boolean;
  /** Options of one dash are words. */
  readonly words: boolean;
  /** It runs on another machine or in a container. */
  readonly remote: boolean;
  /** Beginnings of arguments whose rest is a value: `-javaagent:`, `@`. */
  readonly attached: ReadonlyMap<string, ValuePlace>;
  /** Words of `programTraits`: all else that is known about it. */
  readonly is: ReadonlySet<string>;
  /** The lines with other first words, which say what it evaluates. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

export interface Setting {
  readonly option: string;
  readonly place: ValuePlace;
  readonly names: readonly string[];
}

/** The parts of the table, by their titles in docs/programs.md. */
const families: Readonly<Record<string, string>> = {
  "Commands of the shell": builtinUses,
  "Programs that start another": wrappersUses,
  "Shells and interpreters": interpretersUses,
  Files: filesUses,
  "Text and data": textUses,
  "Version control": versionControlUses,
  "Tests, linters and formatters": testsUses,
  "Compilers and build tools": buildsUses,
  Packages: packagesUses,
  Network: networkUses,
  "Containers and clusters": containersUses,
  Clouds: cloudUses,
  "Services and processes": servicesUses,
  Databases: databasesUses,
  "Media and documents": mediaUses,
};

interface Table {
  /** The text of each row that was not read yet. */
  readonly rows: Map<string, Uses | string>;
  /** The words that may follow the name of a program or subcommand. */
  readonly subcommands: ReadonlyMap<string, ReadonlySet<string>>;
}

let table: Table | undefined;

/** The rows that a project adds (`programs` in toolgen.yaml). None of them replaces one of the table. */
export interface ProjectRows {
  readonly rows: ReadonlyMap<string, Uses>;
  readonly beginnings: ReadonlySet<string>;
}

/** Finds the row of a program by the name that a command has for it: `/usr/bin/python3.12`, `GIT.EXE`, `gsed`. */
export const usesOf = (program: string, more?: ProjectRows): Uses | undefined =>
  [...programNames(program).map((name) => rowOf(name)), more?.rows.get(basename(program))].find((row) => row !== undefined);

/** Finds a subcommand: without a row, it has only subcommands of its own. */
export function subcommandOf(
  parent: string,
  word: string,
  more?: ProjectRows,
): { readonly name: string; readonly row: Uses | undefined } | undefined {
  const name = `${parent} ${word}`;
  const row = rowOf(name, more);
  return row === undefined && !hasSubcommands(name, more) ? undefined : { name, row };
}

export const otherSubcommand = (parent: string, more?: ProjectRows): Uses | undefined => rowOf(`${parent} *`, more);
export const hasSubcommands = (name: string, more?: ProjectRows): boolean =>
  theTable().subcommands.has(name) || more?.beginnings.has(name) === true;
export const subcommandsOf = (name: string): ReadonlySet<string> => theTable().subcommands.get(name) ?? new Set();

/** Reads the rows of a project. Their keys and values are those of the table's own rows. */
export function projectRows(programs: Readonly<Record<string, ProgramRow>>): ProjectRows | undefined {
  const names = Object.keys(programs);
  if (names.length === 0) return undefined;
  const lines = (row: ProgramRow) => Object.entries(row).map(([key, values]) => [key, values].flat().join(" "));
  const beginnings = names.flatMap((name) => name.split(" ").map((_, i, words) => words.slice(0, i).join(" ")));
  return {
    rows: new Map(Object.entries(programs).map(([name, row]) => [name, readRow(name, lines(row))])),
    beginnings: new Set(beginnings.filter((name) => name !== "")),
  };
}

/** Returns true if the table itself has a row of this name. */
export const isListed = (name: string): boolean => rowOf(name) !== undefined;

/** The names of all rows, by family, in their order. */
export const usesByFamily = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(families).map(([title, text]) => [title, [...new Set(blocksIn(text).flatMap(({ names }) => names))]]));

function rowOf(name: string, more?: ProjectRows): Uses | undefined {
  const { rows } = theTable();
  const row = rows.get(name);
  if (typeof row !== "string") return row ?? more?.rows.get(name);
  const read = readRow(name, row.split("\n"));
  rows.set(name, read);
  return read;
}

function theTable(): Table {
  if (table !== undefined) return table;
  const rows = new Map<string, Uses | string>();
  for (const { names, text } of Object.values(families).flatMap(blocksIn))
    for (const name of names) rows.set(name, `${rows.get(name) ?? ""}\n${text}`);
  const subcommands = new Map<string, Set<string>>();
  for (const words of [...rows.keys()].map((name) => name.split(" ")))
    for (const [i, word] of words.entries()) {
      const parent = words.slice(0, i).join(" ");
      if (i > 0) subcommands.set(parent, (subcommands.get(parent) ?? new Set()).add(word));
    }
  table = { rows, subcommands };
  return table;
}

/**
 * The rows of a family: names, and below them indented lines of a key and its values. `docker/podman ps, ~ images` are
 * the subcommands of two programs. A comma at the end of a line continues the names. A name may have several blocks.
 */
function blocksIn(family: string): readonly { readonly names: readonly string[]; readonly text: string }[] {
  return family
    .trim()
    .replaceAll(/,\n(?=\S)/g, ", ")
    .split(/\n(?=\S)/)
    .map((block) => {
      const end = block.indexOf("\n");
      const header = end === -1 ? block : block.slice(0, end);
      return { names: namesIn(header), text: end === -1 ? "" : block.slice(end + 1) };
    });
}

function namesIn(header: string): readonly string[] {
  let programs: readonly string[] = [];
  return header.split(", ").flatMap((name) => {
    const [first = "", ...rest] = name.split(" ");
    if (first !== "~") programs = first.split("/");
    return programs.map((program) => [program, ...rest].join(" "));
  });
}

function readRow(name: string, lines: readonly string[]): Uses {
  const options = new Map<string, readonly ValuePlace[]>();
  const flags = new Set<string>();
  const settings: Setting[] = [];
  const attached = new Map<string, ValuePlace>();
  const more = new Map<string, readonly string[]>();
  const parts = lines.map((line) => line.trim().split(/\s+/));
  const after = (key: string) => parts.filter(([first]) => first === key).flatMap(([, ...rest]) => rest);
  const has = (key: string) => parts.some(([first]) => first === key);
  const words = has("words");
  for (const [first = "", ...rest] of parts) {
    const places = first.split(",").map(placeFrom);
    const known = places.filter((place) => place !== undefined);
    if (known.length < places.length) more.set(first, [...(more.get(first) ?? []), ...rest]);
    for (const option of known.length < places.length ? [] : rest) {
      const [place] = known;
      if (option.length === 1 || !option.endsWith("*")) options.set(option, known);
      else if (place !== undefined) attached.set(option.slice(0, -1), place);
    }
  }
  for (const flag of after("flags")) for (const one of words || /^-[^-]{2,}$/.test(flag) === false ? [flag] : letters(flag)) flags.add(one);
  for (const [, option = "", written = "", ...names] of parts.filter(([first]) => first === "setting")) {
    const place = placeFrom(written);
    if (place !== undefined) settings.push({ option, place, names });
  }
  const lastLine = (key: string) => parts.findLast(([first]) => first === key)?.slice(1) ?? [];
  const operands = lastLine("operands");
  const placesIn = (all: readonly string[]) => all.flatMap((one) => placeFrom(one.replace(/\*$/, "")) ?? []);
  const withOptions = (given: readonly string[], then: readonly string[]) => {
    const input = placeFrom(then.find((one) => one.startsWith("stdin="))?.slice("stdin=".length) ?? "")?.class;
    return { options: given, operands: placesIn(then), ...(input !== undefined && { stdin: input }) };
  };
  const others = placeFrom(after("others")[0] ?? "");
  const last = placeFrom(after("last")[0] ?? "");
  const stdin = placeFrom(lastLine("stdin")[0] ?? "")?.class;
  return {
    name,
    options,
    flags,
    settings,
    operands: placesIn(operands),
    instead: after("instead"),
    with: parts
      .filter(([first]) => first === "with")
      .map((line) => withOptions(line.slice(1, line.indexOf(":")), line.slice(line.indexOf(":") + 1))),
    ...(others !== undefined && { others }),
    repeats: operands.some((one) => one.endsWith("*")),
    ...(last !== undefined && { last }),
    ...(stdin !== undefined && { stdin }),
    inPlace: after("in-place"),
    mild: after("mild"),
    ownFirst: has("own-first"),
    words,
    remote: has("remote"),
    attached,
    is: new Set(more.get("is")),
    lines: more,
  };
}

const letters = (cluster: string) => [...cluster.slice(1)].map((letter) => `-${letter}`);

/** The guards, by the sign behind a class. */
export const guardSigns: Readonly<Record<string, GuardKind>> = {
  "@": "file",
  "|": "pipe",
  "=": "setting",
  "=@": "file-setting",
  "+": "mark",
  ":": "colon",
  "/": "outside",
};

function placeFrom(written: string): ValuePlace | undefined {
  const [, name = "", sign = ""] = /^([a-z]+)(=@|[@|=+:!/])?$/.exec(written) ?? [];
  // What names a program is read by the program that it names.
  const known = name === "prog" ? "load" : placeClasses.find((one) => one === name);
  const guard = guardSigns[sign];
  if (known === undefined) return undefined;
  const place = { class: known, ...(guard !== undefined && { guard }) };
  return name === "prog" ? { ...place, starts: true } : sign === "!" ? { ...place, names: true } : place;
}

/** The row of a subcommand about which nothing is listed. */
export const unlisted: Uses = readRow("", []);

/** The one of two places in which a value can do more. */
export const worse = (a: ValuePlace, b: ValuePlace): ValuePlace => (placeClasses.indexOf(a.class) >= placeClasses.indexOf(b.class) ? a : b);

/** `VERSION=` */
export const settingName = (text: string) => text.slice(0, text.indexOf("=") + 1);

/** The first row whose names have the one before `=` counts. If a call decides the name, the worst of them counts. */
export function settingPlace(settings: readonly Setting[], text: string): ValuePlace {
  const equals = text.indexOf("=");
  if (equals === -1) return settings.map(({ place }) => place).reduce(worse, { class: "data" });
  const name = text.slice(0, equals).replace(/[:+?!]+$/, "");
  return settings.find(({ names }) => listsName(names, name))?.place ?? { class: "unknown" };
}
