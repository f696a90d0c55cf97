import { groupDigits, oneLine, printable } from "../../contract/display-text.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { LeftOut } from "../../import/imported-tool.js";
import type { PlannedSpec } from "../../import/plan-import.js";
import { plural } from "../io/format-text.js";

/** The outcome of an import, or of its dry run. */
export interface ImportReport {
  /** The folder of the specs, relative to the project's root. */
  readonly folder: string;
  /** The folder from which the specs are moved. */
  readonly movedFrom?: string | undefined;
  readonly specs: readonly PlannedSpec[];
  readonly leftOut: readonly LeftOut[];
  /** Sentences about parts of imported operations that their specs lack. */
  readonly notes: readonly { readonly origin: string; readonly text: string }[];
  readonly deprecated: readonly string[];
  /** The command that a user types for `toolgen` here. */
  readonly command: string;
  readonly isDry: boolean;
  readonly words: ImportWords;
  /** How many of the options of a command are parameters. */
  readonly options?: { readonly imported: number; readonly all: number } | undefined;
  /** The tokens of many tools, and how to show a model fewer. */
  readonly weight?: ImportWeight;
  /** A file that the specs need, with what is added to it. */
  readonly config?: { readonly path: string; readonly about: string };
}

/** The size of an import that a model is better not shown whole. */
export interface ImportWeight {
  readonly tools: number;
  readonly tokens: number;
  /** The toolsets of the tools with the number of tools in each, the largest first, without that of all. */
  readonly toolsets: readonly (readonly [name: string, tools: number])[];
  /** The option of the import that chooses a part: `--tag TAG`. */
  readonly option: string | undefined;
}

/** The words of an import for its source and the entries of it. */
export interface ImportWords {
  /** An entry of the source; also its key in JSON: `operation`. */
  readonly entry: string;
  /** Its key in JSON, if that isn't the same word. */
  readonly key?: string;
  /** The source; also the key of its values in JSON: `document`. */
  readonly source: string;
  /** How a spec whose file was deleted is imported again. */
  readonly restore: string;
}

const signs: Readonly<Record<PlannedSpec["action"], string>> = {
  create: "+",
  update: "~",
  keep: "=",
  deleted: " ",
  remove: "-",
  gone: "!",
  blocked: "!",
};

const remarks = ({ entry, source, restore }: ImportWords): Readonly<Partial<Record<PlannedSpec["action"], string>>> => ({
  deleted: `not written: you deleted it. ${restore}`,
  remove: `the ${source} no longer has this ${entry}`,
  gone: `kept, because you edited it, but the ${source} no longer has this ${entry}`,
});

/** Returns true if the user has to look at something before the import is complete. */
export const needsAttention = ({ specs }: ImportReport): boolean =>
  specs.some(({ action, conflicts }) => action === "gone" || action === "blocked" || conflicts.length > 0);

/** The report for a terminal: the files, what differs from the document, and what to do next. */
export function importText(report: ImportReport): string {
  const { specs, leftOut, deprecated, isDry, command, config, folder, movedFrom } = report;
  const shown = specs.filter(({ action, conflicts }) => action !== "keep" || conflicts.length > 0);
  const unchanged = specs.length - shown.length;
  const parts = [
    movedFrom === undefined ? "" : `  ~ ${folder}  moved from ${movedFrom}\n`,
    config === undefined ? "" : `  ~ ${config.path}  ${config.about}\n`,
    shown.map((spec) => specLines(spec, report)).join(""),
    unchanged === 0 ? "" : `  = ${plural(unchanged, "spec")} unchanged\n`,
    section(
      "Left out",
      leftOut.map(({ origin, reason }) => `${origin}: ${reason}`),
    ),
    section("Imported in part", noteLines(report)),
    optionSentence(report),
    deprecated.length === 0 ? "" : `\nLeft out, because they are deprecated (--deprecated imports them):\n${list(deprecated)}`,
    isDry ? "\nNothing was written: this was a dry run.\n" : "",
    conflictSentence(report),
    weightText(report),
    isDry || shown.length === 0 ? "" : `\nNext:\n  ${command} build\n  ${command} test\n`,
  ];
  return printableLines(parts.join("").replace(/^\n/, ""));
}

function specLines({ action, name, file, origin, conflicts, problem }: PlannedSpec, { folder, words }: ImportReport): string {
  const remark = problem ?? remarks(words)[action];
  const lines = conflicts.map(
    ({ path, line, imported }) =>
      `      ! ${folder}/${file}:${line} - you and the ${words.source} changed '${path}'; yours is kept. The ${words.source} has: ${shortened(imported)}\n`,
  );
  return `  ${signs[action]} ${folder}/${file}  ${name}, ${origin}${remark === undefined ? "" : `: ${remark}`}\n${lines.join("")}`;
}

const shortened = (value: unknown) => {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** So many entries are named for one note; more are counted. */
const mostNamed = 3;

/** A line for each note, or one for all entries that it is about. */
function noteLines({ notes, words: { entry } }: ImportReport): readonly string[] {
  const origins = new Map<string, readonly string[]>();
  for (const { origin, text } of notes) origins.set(text, [...(origins.get(text) ?? []), origin]);
  const isMany = (text: string) => (origins.get(text) ?? []).length > mostNamed;
  return [
    ...notes.filter(({ text }) => !isMany(text)).map(({ origin, text }) => `${origin}: ${text}`),
    ...[...origins].filter(([text]) => isMany(text)).map(([text, all]) => `${plural(all.length, entry)}: ${text}`),
  ];
}

const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? "" : `\n${title}:\n${list(lines)}`);

/** A name from the source could otherwise write lines of its own into the report. */
const list = (lines: readonly string[]) => lines.map((line) => `  ${oneLine(line)}\n`).join("");

function conflictSentence({ specs }: ImportReport): string {
  const count = specs.flatMap(({ conflicts }) => conflicts).length;
  return count === 0 ? "" : `\n${plural(count, "conflict")}: your lines were kept. The next import takes them as yours.\n`;
}

const optionSentence = ({ options }: ImportReport): string =>
  options === undefined || options.imported === options.all ? "" : `\n${options.imported} of ${plural(options.all, "option")} imported.\n`;

/** So many toolsets are named. */
const mostToolsets = 5;

function weightText({ weight, folder, command, isDry }: ImportReport): string {
  if (weight === undefined || isDry) return "";
  const { tools, tokens, toolsets, option } = weight;
  const named = toolsets.slice(0, mostToolsets).map(([name, count]) => `${name} (${count})`);
  const [[largest = "NAME"] = []] = toolsets;
  const ways = [
    ...(option === undefined ? [] : [`import fewer: remove ${folder}, and choose with ${option}`]),
    ...(toolsets.length === 0
      ? []
      : [
          `show a toolset: '${command} mcp --toolsets ${largest}'. There are ${named.join(", ")}${toolsets.length > mostToolsets ? " and others" : ""}`,
        ]),
    `show three tools that find the others: '${command} mcp --search'`,
  ];
  return `\n${groupDigits(tools)} tools cost a model about ${groupDigits(Number(tokens.toPrecision(2)))} tokens before it does anything. To show it fewer:\n${list(ways)}`;
}

const printableLines = (text: string) => text.split("\n").map(printable).join("\n");

/** The report as data: the shape is documented in docs/import.md. */
export function importFacts({
  folder,
  movedFrom,
  specs,
  leftOut,
  notes,
  deprecated,
  isDry,
  words,
  config,
  weight,
}: ImportReport): JsonObject {
  const { key = words.entry } = words;
  return {
    dryRun: isDry,
    ...(weight === undefined ? {} : { tokens: weight.tokens }),
    ...(movedFrom === undefined ? {} : { movedFrom }),
    files: specs.map(({ origin, name, file, action, conflicts, problem }) => ({
      path: `${folder}/${file}`,
      tool: name,
      [key]: origin,
      action,
      conflicts: conflicts.map(({ path, line, imported }) => ({ path, line, [words.source]: imported ?? null })),
      ...(problem === undefined ? {} : { problem }),
    })),
    leftOut: leftOut.map(({ origin, reason }) => ({ [key]: origin, reason })),
    notes: notes.map(({ origin, text }) => ({ [key]: origin, note: text })),
    ...(words.source === "document" ? { deprecated } : {}),
    ...(config === undefined ? {} : { config: { ...config } }),
  };
}
