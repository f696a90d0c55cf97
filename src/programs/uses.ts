import type { ProgramRow } from "./place-class.js";
import { basename, programNames } from "./table/program-names.js";
import { readRow, type Uses } from "./table/row.js";
import { buildsUses } from "./uses/builds.js";
import { cloudUses } from "./uses/cloud.js";
import { containersUses } from "./uses/containers.js";
import { databasesUses } from "./uses/databases.js";
import { filesUses } from "./uses/files.js";
import { interpretersUses } from "./uses/interpreters.js";
import { mediaUses } from "./uses/media.js";
import { networkUses } from "./uses/network.js";
import { packagesUses } from "./uses/packages.js";
import { readersUses } from "./uses/readers.js";
import { servicesUses } from "./uses/services.js";
import { testsUses } from "./uses/tests.js";
import { textUses } from "./uses/text.js";
import { versionControlUses } from "./uses/version-control.js";
import { builtinUses, wrappersUses } from "./uses/wrappers.js";

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
  "Programs that look at files, machines and services": readersUses,
};

interface Table {
  /** The text of each row that was not read yet. */
  readonly rows: Map<string, Uses | string>;
  /** The words that may follow the name of a program or subcommand. */
  readonly subcommands: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows for all subcommands that end in certain words, however deep: `gcloud ** list`. By program, in their order. */
  readonly endings: ReadonlyMap<string, readonly Ending[]>;
}

interface Ending {
  readonly name: string;
  readonly pattern: RegExp;
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

/** A subcommand: without a row, it has only subcommands of its own. */
interface FoundSubcommand {
  readonly name: string;
  readonly row: Uses | undefined;
  /** It was found by the words at its end, so nothing after it is a subcommand. */
  readonly isEnding: boolean;
  /** Nothing is known about what stands behind it. */
  readonly isUnknown?: true;
}

/**
 * Words of subcommands that run, enter, copy or change something. What stands behind one isn't the program's own
 * subcommand: `tsh ssh node1 ls`.
 */
const acts =
  /^(?:(?:ssh|exec|execute|run|start|stop|restart|invoke|send|create|delete|remove|update|terminate|import|restore)(?:-.*)?|.*-(?:ssh|exec|scp)|rm|add|set|unset|put|apply|destroy|patch|edit|replace|scale|deploy|publish|pub|request|signal|open|kill|shell|console|kubectl|helm|docker|git|aws|az|gcloud|api|http|tcp|cp|mv|scp|sftp|sync|upload|download|attach|rsh|proxy|tunnel|connect|port-forward|plugin|x|with)$/;

/** Words of subcommands that show secrets, or what gives access. */
const reveals =
  / configs?(?= )|[ :_-](?:secrets?|[a-z]*keys?|tokens?|pass(?:words?|phrases?)|credentials?|access|logins?|kubeconfig|connection-strings?|env|variables?|appsettings|publishing)(?=$|[ :_-])/;

/** Options with which any subcommand shows secrets. */
export const revealing: ReadonlySet<string> = new Set(["--show-values"]);

/** Words of subcommands for stores, whose `get` writes a file. */
const takesOut = / (?:storages?|objects?|os|blobs?|buckets?|cos|s3|files?)(?: .*)? get(?:-object)?$/;

/** Finds a subcommand by its own row, or by its last words where no row has its name. */
export function subcommandOf(parent: string, word: string, more?: ProjectRows): FoundSubcommand | undefined {
  if (rowOf(parent)?.lines.get("spelling")?.includes(word) === true) return { name: parent, row: undefined, isEnding: false };
  const name = `${parent} ${word}`;
  const row = rowOf(name, more);
  if (row !== undefined || listsSubcommands(name, more)) return { name, row, isEnding: false };
  if (isWhole(parent)) return undefined;
  const endings = theTable().endings.get(parent.split(" ")[0] ?? "") ?? [];
  const ending = endings.find(({ pattern }) => pattern.test(name));
  const isUnknown = endings.length > 0 && (acts.test(word) || (ending !== undefined && (reveals.test(name) || takesOut.test(name))));
  if (isUnknown) return { name, row: undefined, isEnding: true, isUnknown };
  if (ending !== undefined) return { name, row: rowOf(ending.name), isEnding: true };
  // A group of subcommands, or one of which nothing is known.
  return endings.length > 0 && /^[a-z][\w:-]*$/.test(word) ? { name, row: undefined, isEnding: false } : undefined;
}

export const otherSubcommand = (parent: string, more?: ProjectRows): Uses | undefined => rowOf(`${parent} *`, more);
/** Returns true if a word after this name may be a subcommand. */
export const hasSubcommands = (name: string, more?: ProjectRows): boolean =>
  listsSubcommands(name, more) || (theTable().endings.has(name.split(" ")[0] ?? "") && !isWhole(name));
/** A subcommand with a row, and none of its own. */
const isWhole = (name: string): boolean => name.includes(" ") && rowOf(name) !== undefined && !listsSubcommands(name);
/** Returns true if the table names some of the words that may follow. */
export const listsSubcommands = (name: string, more?: ProjectRows): boolean =>
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
  const endings = new Map<string, Ending[]>();
  for (const words of [...rows.keys()].map((name) => name.split(" "))) {
    const [program = "", ...more] = words;
    if (more[0] === "**") endings.set(program, [...(endings.get(program) ?? []), endingOf(words)]);
    for (const [i, word] of more[0] === "**" ? [] : words.entries()) {
      const parent = words.slice(0, i).join(" ");
      if (i > 0) subcommands.set(parent, (subcommands.get(parent) ?? new Set()).add(word));
    }
  }
  table = { rows, subcommands, endings };
  return table;
}

/** `aws ** *token*` */
function endingOf(words: readonly string[]): Ending {
  const last = words.slice(2).map((word) => word.split("*").map(literal).join("\\S*"));
  return { name: words.join(" "), pattern: new RegExp(` ${last.join(" ")}$`) };
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * The rows of a family: names, and below them indented lines of a key and its values. `docker/podman ps, ~ images` are
 * the subcommands of two programs; a block may begin with the `~` of the one before. A comma at the end of a line
 * continues the names. A name may have several blocks.
 */
function blocksIn(family: string): readonly { readonly names: readonly string[]; readonly text: string }[] {
  let programs: readonly string[] = [];
  return family
    .trim()
    .replaceAll(/,\n(?=\S)/g, ", ")
    .split(/\n(?=\S)/)
    .map((block) => {
      const end = block.indexOf("\n");
      const header = end === -1 ? block : block.slice(0, end);
      const names = header.split(", ").flatMap((name) => {
        const [first = "", ...rest] = name.split(" ");
        if (first !== "~") programs = first.split("/");
        return programs.map((program) => [program, ...rest].join(" "));
      });
      return { names, text: end === -1 ? "" : block.slice(end + 1) };
    });
}
