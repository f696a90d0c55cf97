import type { HelpOption } from "../program-help.js";
import { hasUnknownValue, hidesArity, readOptionHead } from "./read-option-head.js";

/** The lists of a help text. */
export interface HelpLists {
  readonly options: readonly HelpOption[];
  /** Entries of lists of arguments, by their names in small letters. */
  readonly operands: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** Their descriptions. */
  readonly commandTexts: Readonly<Record<string, string>>;
  /** Lines that begin with a dash or a plus sign and can't be read. */
  readonly unread: readonly string[];
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

interface Entry {
  readonly indent: number;
  /** The column of the description; `undefined` if it begins on the next line. */
  column: number | undefined;
  readonly section: string;
  readonly heads: readonly Omit<HelpOption, "description" | "section">[];
  /** The name of an argument or a command, in a list of these. */
  readonly word: string | undefined;
  readonly lines: string[];
}

const argumentSections = /^(?:positional )?(?:arguments?|args|operands?|parameters|positionals?)\b/;
const commandSections = /\bcommands?\b|^subcommands|^positional arguments/;
const skippedSections = /^(?:examples?|usage(?! of)|synopsis|see also|aliases|learn more|environment|files|author|bugs|copyright)\b/;

/** A dash or a plus sign and a name, also behind a sign and before a description: `(-z N)   text`, `*-y   text`. */
const looksLikeOption = /^(?:[-+]+[^\s+-]|[([{*•] ?--?[A-Za-z].*?\s{2,}\S)/;

/** `/S   Copies subfolders.` of Windows, and `bs=BYTES   how many` of dd. */
const otherOption = /^(?:\/[A-Z?]\w*(?:\s|:\S+ )|[a-z]\w*=(?:[A-Z][A-Z0-9]*|<[^>]+>)\s)\s*\S/;

/** `OPTIONS := { -V[ersion] | -s[tatistics] }` of iproute2 */
const grammarOption = /(?:[{|]\s*|:=\s*)-{1,2}[A-Za-z]/;

/** The deepest indentation of an entry of a list. */
const maxIndent = 16;

/** Reads the lists of options, arguments and commands of a help text or a manual page. */
export function readOptionList(text: string): HelpLists {
  const entries: Entry[] = [];
  const unread: string[] = [];
  let section = "";
  let entry: Entry | undefined;
  const columns = longColumns(text);
  const isGrammar = /^\s*(?:where\s+)?OPTIONS\s+:=/m.test(text);
  const lines = text.split("\n").map((line): Line => ({ indent: line.search(/\S|$/), text: line.trim() }));
  for (const [index, line] of lines.entries()) {
    if (line.text === "") {
      if (entry !== undefined) entry.lines.push("");
      continue;
    }
    const title = titleOf(line, lines[index + 1]);
    if (title !== undefined && (entry === undefined || line.indent <= entry.indent)) {
      section = title;
      entry = undefined;
      continue;
    }
    if (skippedSections.test(section)) continue;
    if (entry !== undefined && isContinuation(line, entry)) {
      entry.column ??= line.indent;
      entry.lines.push(line.text);
      continue;
    }
    entry = line.indent > maxIndent && !columns.has(line.indent) ? undefined : entryOf(line, section);
    if (entry !== undefined) entries.push(entry);
    else if (isGrammar && (grammarOption.test(line.text) || line.text.startsWith("-"))) unread.push(line.text.slice(0, 100));
    else if (looksLikeOption.test(line.text) && (line.indent <= maxIndent || /^--[a-z][\w-]+ {2,}/.test(line.text)))
      unread.push(line.text.slice(0, 100));
  }
  const described = shareDescriptions(entries);
  const named = (pattern: RegExp) => described.filter((one) => one.word !== undefined && pattern.test(one.section));
  return {
    options: described.flatMap(({ heads, section: title, lines: own }) =>
      heads.map((head) => ({ ...head, section: title, description: joinLines(own) })),
    ),
    operands: Object.fromEntries(named(argumentSections).map(({ word = "", lines: own }) => [word.toLowerCase(), joinLines(own)])),
    commands: [...new Set(named(commandSections).map(({ word = "" }) => word))],
    commandTexts: Object.fromEntries(named(commandSections).map(({ word = "", lines: own }) => [word, joinLines(own)])),
    unread,
  };
}

/** `Options:`, `OPTIONS`, `Available Commands:`; a line with a colon that is followed by a line further right. */
function titleOf(line: Line, next: Line | undefined): string | undefined {
  if (line.text.startsWith("-") || line.text.length > 60) return undefined;
  const isCapitals =
    line.indent === 0 && /^[A-Z][A-Z \d()/&-]+$/.test(line.text) && (next === undefined || next.indent > 0 || next.text === "");
  const isMarked = line.indent <= 4 && /^[A-Z\w][\w '/,&()+-]*:$/.test(line.text);
  return isCapitals || isMarked ? line.text.replace(/:$/, "").toLowerCase() : undefined;
}

function isContinuation(line: Line, { indent, column, word }: Entry): boolean {
  if (line.indent <= indent) return false;
  const isOption = (line.text.startsWith("-") && readOptionHead(line.text) !== undefined) || otherOption.test(line.text);
  if (!isOption || word !== undefined) return true;
  // Options with a short name stand further left than those without: `-a, --all` and `    --size`.
  return line.indent >= Math.max(column ?? 0, indent + 6);
}

/** The columns in which long names stand behind short ones, as in Haskell's GetOpt: `-a      --all`. */
function longColumns(text: string): ReadonlySet<number> {
  const matches = text.split("\n").flatMap((line) => /^\s*-\S(?: \S+)?\s{2,}(?=--[a-zA-Z])/.exec(line)?.[0].length ?? []);
  return new Set(matches);
}

function entryOf(line: Line, section: string): Entry | undefined {
  if (line.text.startsWith("-") || otherOption.test(line.text)) return optionEntry(line, section);
  if (line.indent === 0 || !(argumentSections.test(section) || commandSections.test(section))) return undefined;
  const match = /^[<[{]?([A-Za-z][\w:./-]*)[>\]}]?(?:\.\.\.)?(?:, [\w-]+)*:?(?:( {2,}| - |: )(.*)|)$/.exec(line.text);
  if (match === null) return undefined;
  const [, word = "", gap = "", description = ""] = match;
  const column = gap === "" ? undefined : line.indent + line.text.length - description.length;
  return { indent: line.indent, column, section, heads: [], word, lines: description === "" ? [] : [description] };
}

const hiddenValue = { name: "?", isOptional: false, attachment: " ", isRepeated: false } as const;

function optionEntry({ indent, text }: Line, section: string): Entry | undefined {
  const heads: Omit<HelpOption, "description" | "section">[] = [];
  let rest = text;
  for (;;) {
    const head = readOptionHead(rest);
    if (head === undefined || hasUnknownValue(head) || /^\s*(?:\.\.\.|…)/.test(head.rest))
      return heads.length === 0 ? undefined : entry(rest);
    const { names, negation } = head;
    const value = hidesArity(head) ? hiddenValue : head.value;
    heads.push({ names, value, negation });
    rest = head.rest;
    // Several options in a line, as in the help of find.
    if (!/^ -[A-Za-z]/.test(rest)) return entry(rest);
    rest = rest.trimStart();
  }
  function entry(after: string): Entry {
    const description = after.replace(/^\s*(?:[:;]|- |-> )?\s*(?:(?:[\w-]+ )?(?:\| [\w-]+ ?)+$)?/, "");
    const column = description === "" ? undefined : indent + text.length - description.length;
    return { indent, column, section, heads, word: undefined, lines: description === "" ? [] : [description] };
  }
}

/** Manual pages have several names of an option on lines of their own, and one description below them. */
function shareDescriptions(entries: readonly Entry[]): readonly Entry[] {
  const all: Entry[] = [];
  for (const entry of entries) {
    const before = all.at(-1);
    const [head] = entry.heads;
    const [first] = before?.heads ?? [];
    const isSame =
      before !== undefined &&
      first !== undefined &&
      head !== undefined &&
      before.lines.length === 0 &&
      before.heads.length === 1 &&
      entry.heads.length === 1 &&
      before.indent === entry.indent &&
      entry.lines.length > 0 &&
      sameValue(first.value, head.value);
    if (!isSame || before === undefined || first === undefined || head === undefined) {
      all.push(entry);
      continue;
    }
    const value = head.value ?? first.value;
    const joined = { names: [...new Set([...first.names, ...head.names])], value, negation: first.negation ?? head.negation };
    all[all.length - 1] = { ...entry, heads: [joined] };
  }
  return all;
}

const sameValue = (a: HelpOption["value"], b: HelpOption["value"]) => a !== undefined && b !== undefined && a.name === b.name;

/** The paragraphs of a description; lines of a paragraph are joined. */
const joinLines = (lines: readonly string[]): string =>
  lines
    .join("\n")
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " "))
    .join("\n\n");
