import { Document, isMap, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import type { DeclaredTool } from "../contract/surface-change.js";
import { addComments, commentText, escapeHidden, printOptions, quoteHidden, styleValue } from "./text/yaml-style.js";

/** A tool that was made of an entry of another description: an operation of an OpenAPI document. */
export interface ImportedTool {
  readonly name: string;
  /** Identifies the entry in its source, also in later versions of it: `GET /pets/{id}`. */
  readonly origin: string;
  /** The spec as plain data, with its keys in the order in which they are printed. */
  readonly spec: JsonObject;
  /** Comments on what is guessed, by the JSON Pointer of the key that each belongs to. */
  readonly comments: Readonly<Record<string, string>>;
  /** A sentence for each part of the entry that the spec can't express. */
  readonly notes: readonly string[];
  /** How many of the options of a command are parameters. */
  readonly options?: { readonly imported: number; readonly all: number };
  /** The declaration of the MCP server. */
  readonly declared?: DeclaredTool;
}

/** An entry that no tool was made of. */
export interface LeftOut {
  readonly origin: string;
  /** Why, as a clause: `its body is multipart/form-data`. */
  readonly reason: string;
}

/** A tool as an MCP server lists it. */
export interface McpDeclaration {
  readonly name: string;
  readonly description: string;
  /** For people; empty if there is none. */
  readonly title: string;
  readonly inputSchema: JsonObject;
  /** As the server sends it: it may be anything. */
  readonly outputSchema: JsonValue | undefined;
  readonly annotations: JsonObject;
  /** All of it, as calls are held to it. */
  readonly declared: DeclaredTool;
}

/** A value, or the reason why there is none: a sentence for users. */
export type ImportOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

export const found = <T>(value: T): ImportOutcome<T> => ({ ok: true, value });

export const failed = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem });

/** A tool with its printed spec. */
export interface PrintedTool extends ImportedTool {
  readonly text: string;
}

/** Returns the errors that a build would report for each of these specs, which are JSON. */
export type CheckSpecs = (texts: readonly string[]) => Promise<readonly (readonly string[])[]>;

/** A tool with the entry that it was made of, and why a build would refuse it. */
export type DraftWithProblem<T> = T & { readonly tool: ImportedTool; readonly problem: string | undefined };

/**
 * Checks tools as a build does. A tool that is refused although it has an example is repaired and checked again, by one
 * repair after the other, and at last has no example.
 */
export async function buildable<T extends { readonly tool: ImportedTool }>(
  drafts: readonly T[],
  check: CheckSpecs,
  repair?: (draft: T) => ImportedTool,
): Promise<readonly DraftWithProblem<T>[]> {
  const repairs = [
    ...(repair === undefined ? [] : [(one: DraftWithProblem<T>) => repair(one)]),
    ({ tool, problem }: DraftWithProblem<T>) => withoutExample(tool, problem ?? ""),
  ];
  let all = await checked(drafts, check);
  for (const next of repairs) {
    const refused = all.flatMap((one, index) =>
      one.problem !== undefined && one.tool.spec.examples !== undefined ? [{ one, index }] : [],
    );
    const again = await checked(
      refused.map(({ one }) => ({ ...one, tool: next(one) })),
      check,
    );
    const repaired = new Map(again.map((one, at) => [refused[at]?.index, one]));
    all = all.map((one, index) => repaired.get(index) ?? one);
  }
  return all;
}

async function checked<T extends { readonly tool: ImportedTool }>(
  drafts: readonly T[],
  check: CheckSpecs,
): Promise<readonly DraftWithProblem<T>[]> {
  if (drafts.length === 0) return [];
  const problems = await check(drafts.map(({ tool }) => JSON.stringify(checkedPart(tool.spec))));
  return drafts.map((draft, index) => {
    const [problem] = problems[index] ?? [];
    return { ...draft, problem: problem === undefined ? undefined : `its spec doesn't build: ${problem}` };
  });
}

/** The schema of a result only names fields, so it always builds, and checking it would take a fifth of the time. */
function checkedPart({ output, ...spec }: JsonObject): JsonObject {
  if (!isJsonObject(output)) return output === undefined ? spec : { ...spec, output };
  const { schema: _schema, ...others } = output;
  return { ...spec, output: others };
}

function withoutExample(tool: ImportedTool, problem: string): ImportedTool {
  const { examples: _examples, ...spec } = tool.spec;
  return { ...tool, spec, notes: [...tool.notes, `It has no example, because ${problem}`] };
}

/** A tool that a project could have, derived from a file of the project. */
export interface Proposal {
  /** The tool's name. */
  readonly name: string;
  /** The file that it was found in, relative to the project's root. */
  readonly file: string;
  /** Its name there: a script, a target, a recipe, a task, a command. */
  readonly entry: string;
  readonly description: string;
  readonly kind: "execute" | "read";
  /** Absent if the risk follows from the kind. */
  readonly risk?: "moderate";
  readonly command: readonly CommandWord[];
  /** The program keeps running after the call. */
  readonly isBackground?: true;
  /** The services among which the tool's one parameter, `service`, chooses. */
  readonly services?: readonly string[];
}

/** An entry of a file, before tool names are chosen. */
export type CommandWord = string | { readonly parameter: string };

/** An entry of a file, before the names of tools are chosen. */
export interface Entry extends Omit<Proposal, "name"> {
  /** The prefix of tools from such a file. */
  readonly prefix: string;
  /** The command that a target, recipe or task runs, if it is all that it does. */
  readonly onlyLine?: string | undefined;
}

/** The part of a name that is read. Names of tools are shorter. */
const maxRead = 300;

/** Splits a name into words of small letters and digits: `listForRepo`, `list-for-repo` → `list`, `for`, `repo`. */
export const wordsIn = (name: string): readonly string[] =>
  name
    .slice(0, maxRead)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** Returns the words as a name of at most `most` characters that doesn't begin with a digit, cut between words. */
export function joinWords(words: readonly string[], { most, empty }: { readonly most: number; readonly empty: string }): string {
  const joined = words.length === 0 ? empty : words.join("_");
  const name = /^\d/.test(joined) ? `_${joined}` : joined;
  if (name.length <= most) return name;
  const cut = name.slice(0, most + 1).lastIndexOf("_");
  return name.slice(0, cut > most / 2 ? cut : most);
}

/** Returns the first of `NAME`, `NAME_2`, `NAME_3`, … that is free. No name gets longer than `most`. */
export function numberedName(wanted: string, isFree: (name: string) => boolean, most: number): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = `${wanted.slice(0, most - suffix.length)}${suffix}`;
    if (isFree(name)) return name;
  }
}

/** Words that say nothing about which API it is. */
const commonWords = [
  "a",
  "an",
  "and",
  "api",
  "apis",
  "docs",
  "documentation",
  "for",
  "official",
  "open",
  "openapi",
  "of",
  "rest",
  "s",
  "spec",
  "specification",
  "the",
  "v",
];

/** Returns the name of a group of tools for a title: `GitHub v3 REST API` → `github`. */
export function groupName(title: string): string {
  // What follows describes the name: `Train Travel API (sandbox)`.
  const [name = ""] = title.split(/[(+:|–—]/);
  const words = wordsIn(name.toLowerCase());
  const own = words.filter((word) => !commonWords.includes(word) && !/^v?\d+$/.test(word));
  return joinWords(own.slice(0, 3), { most: 24, empty: "api" });
}

/** Prints a tool as people write specs, with comments on what is guessed. `header` is the comment at its top. */
export function printImportedSpec({ spec, comments }: ImportedTool, header: readonly string[]): string {
  const document = new Document(spec, { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  styleValue(document.contents, 0);
  quoteHidden(document);
  addComments(document, comments);
  return `${header.map((line) => `# ${commentText(line)}\n`).join("")}${escapeHidden(document.toString(printOptions))}`;
}

/** Reads YAML as plain data; `undefined` if it is invalid, or has more aliases than a person would write. */
export const readYamlText = (text: string): unknown => readPlainYaml(text, { maxAliases: 1000 });

/** Returns the line and the reason of the first mistake in YAML, behind a colon; nothing if there is none. */
export function findYamlMistake(text: string): string {
  const lines = new LineCounter();
  const [mistake] = parseDocument(text, { lineCounter: lines, logLevel: "silent", prettyErrors: false }).errors;
  if (mistake === undefined) return "";
  const { line, col } = lines.linePos(mistake.pos[0]);
  return `: line ${line}, column ${col}: ${mistake.message.split("\n")[0]?.replace(/\.$/, "")}`;
}

/** A YAML file of another tool as plain data; `undefined` if it is invalid. */
export const readYaml = (text: string): unknown => readPlainYaml(text, { maxAliases: 100 });

/**
 * Prints a spec as people write it: keys on lines of their own, and lists of words, and maps in `inline`, on one line.
 */
export function printYaml(value: object, { inline }: { readonly inline: readonly string[] }): string {
  const document = new Document(value, { version: "1.2", schema: "core" });
  visit(document, {
    Pair: (_key, pair) => {
      const { key, value: node } = pair as { readonly key: { readonly value?: unknown }; readonly value: unknown };
      if (isSeq(node) && node.items.every((item) => !isMap(item))) node.flow = true;
      if (isMap(node) && inline.includes(String(key.value))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).replaceAll(/: \{(.+)\}$/gm, ": { $1 }");
}

/** Reads YAML that isn't a spec as plain data; `undefined` if it is invalid, or has more aliases than `maxAliases`. */
function readPlainYaml(text: string, { maxAliases }: { readonly maxAliases: number }): unknown {
  const document = parseDocument(text, { lineCounter: new LineCounter(), logLevel: "silent", merge: true });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch {
    // An alias without an anchor, or so many aliases that they would fill the memory.
    return undefined;
  }
}
