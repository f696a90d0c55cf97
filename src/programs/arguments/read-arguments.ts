import { hasTrait } from "../program-traits.js";
import { findProgram } from "../table/find-program.js";
import type { Program } from "../table/program.js";
import { basename } from "../table/program-names.js";
import { usesOf } from "../uses.js";
import { type Argument, type Evaluated, literalText, type Prefixed } from "./argument.js";
import type { Start } from "./argument-findings.js";
import { ArgumentReader, type ReaderOptions } from "./argument-reader.js";

/** The evaluated arguments and input of a command, and the programs that it starts. */
export interface ReadArguments {
  readonly evaluated: readonly Evaluated[];
  /** The arguments in which a call's value must not begin with a certain text. */
  readonly prefixed: readonly Prefixed[];
  /** The programs that may run, the command's own first. */
  readonly programs: readonly Start[];
  /** The names of those that read program text from their standard input. */
  readonly readers: readonly string[];
  /** The arguments as they were read, with those that a program makes from its input. */
  readonly args: readonly Argument[];
}

/** Reads the arguments of a program by the table, and those of the programs that it starts. */
export function readArguments(program: string, given: readonly Argument[]): ReadArguments {
  let args = given;
  const evaluated: Evaluated[] = [];
  const prefixed: Prefixed[] = [];
  const readers = new Set<string>();
  const programs: Start[] = [];
  const queue: Start[] = [{ name: program, from: 0 }];
  for (let start = queue.pop(); start !== undefined; start = queue.pop()) {
    const { from } = start;
    const name = programWithout(start.name, args.slice(from).map(literalOf));
    if (programs.some((one) => one.name === name && one.from === from)) continue;
    programs.push({ name, from });
    const row = findProgram(name);
    if (row === undefined) continue;
    if (row.feeds === true) args = fed(args, from, row);
    const reader = readBy(row, { args, from });
    evaluated.push(...reader.found.evaluated.map((one) => ({ ...one, program: basename(name) })));
    prefixed.push(...reader.found.prefixed.map((one) => ({ ...one, program: basename(name) })));
    if (reader.readsInput) readers.add(basename(name));
    for (const line of reader.found.lines) for (const one of readersIn(line)) readers.add(one);
    queue.push(...reader.found.starts, ...modulesOf(name, args, from));
  }
  return { evaluated: [...evaluated, ...readNested(args)], prefixed, programs, readers: [...readers], args };
}

/** Without one of its options, `runuser` is `su`. */
function programWithout(name: string, words: readonly string[]): string {
  const line = usesOf(name)?.lines.get("without");
  if (line === undefined) return name;
  const colon = line.indexOf(":");
  const end = words.indexOf("--");
  const own = end === -1 ? words : words.slice(0, end);
  return own.some((word) => line.slice(0, colon).some((option) => word.startsWith(option))) ? name : (line[colon + 1] ?? name);
}

/**
 * `python3 -m pytest` is pytest, and so are `python manage.py` and `php vendor/bin/phpunit` the programs that they
 * name.
 */
function modulesOf(name: string, args: readonly Argument[], from: number): readonly Start[] {
  if (!hasTrait(name, "runs-scripts")) return [];
  const literal = args.map(literalOf);
  const first = literal[from] ?? "";
  if (namedScript.test(first)) return [{ name: basename(first), from: from + 1 }];
  if (!hasTrait(name, "runs-modules")) return [];
  const at = literal.findIndex((text, i) => i >= from && /^-[a-zA-Z]*m$/.test(text));
  const isFirst = literal.slice(from, at).every((text) => text.startsWith("-"));
  const module = literal[at + 1] ?? "";
  return at === -1 || !isFirst || module === "" ? [] : [{ name: module, from: at + 2 }];
}

const literalOf = (arg: Argument): string => literalText(arg) ?? "";

const namedScript = /(?:^|\/)(?:manage\.py|artisan)$|(?:^|\/)(?:node_modules\/\.bin|vendor\/bin)\/[\w.-]+$/;

/**
 * Returns the programs in a completely known command line that read their program text from standard input: `bash`,
 * `cat | sh`.
 */
function readersIn(line: string): readonly string[] {
  return line.split(/[|;&\n(){}]+/).flatMap((command) => {
    const words = command.trim().split(/\s+/);
    const [name = "", ...rest] = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
    const args = rest.map((text, i) => ({ texts: [{ text, open: false }], certain: true, many: false, group: String(i) }));
    return name === "" || findProgram(name) === undefined ? [] : readArguments(name, args).readers;
  });
}

/**
 * Returns the arguments of a program that makes arguments of its input: they are at the end, or replace a text that an
 * option names.
 */
function fed(args: readonly Argument[], from: number, { replace = [], value = [], marks }: Program): readonly Argument[] {
  const literal = args.map(literalOf);
  const operand = literal.findIndex((text, i) => i >= from && !text.startsWith("-") && !(i > from && value.includes(literal[i - 1] ?? "")));
  // Without a program it starts `echo`.
  if (operand === -1) return args;
  const names: string[] = literal.slice(from, operand).flatMap((text, i) => {
    const option = replace.find((name) => text.startsWith(name));
    const attached = option === undefined ? "" : text.slice(option.length).replace(/^=/, "");
    return option === undefined ? [] : [attached === "" && option === "-I" ? (literal[from + i + 1] ?? "{}") : attached || "{}"];
  });
  if (marks !== undefined && literal.slice(operand).some((text) => text.includes(marks))) names.push(marks);
  if (names.length === 0) {
    return [...args, { texts: [{ text: "", open: true }], certain: false, many: true, group: "standard input", fed: true }];
  }
  return args.map((arg, i) => {
    const at = i < operand ? -1 : Math.max(...names.map((name) => (literal[i] ?? "").indexOf(name)));
    return at === -1 ? arg : { ...arg, texts: [{ text: (literal[i] ?? "").slice(0, at), open: true }], fed: true };
  });
}

/** After another program (`prog run … sh -c`) only options prove anything: a file may be named like a program. */
function readNested(args: readonly Argument[]): readonly Evaluated[] {
  return args.flatMap(({ texts }, index) =>
    texts.flatMap(({ text, open }) => {
      const row = open ? undefined : findProgram(text);
      if (row === undefined) return [];
      const { evaluated } = readBy(row, { args, from: index + 1, optionsOnly: true }).found;
      return evaluated.filter(({ role }) => role === "text").map((one) => ({ ...one, program: basename(text) }));
    }),
  );
}

interface ReadRequest extends ReaderOptions {
  readonly args: readonly Argument[];
  readonly from: number;
}

/** If an option holds the program, which is only known after reading all of them, operands are read again as data. */
function readBy(row: Program, { args, from, ...options }: ReadRequest): ArgumentReader {
  const reader = new ArgumentReader(row, args, options).read(from);
  const { sawInstead, sawCheck, sawOnlyInput } = reader;
  if (!sawInstead && !sawCheck && !sawOnlyInput) return reader;
  return new ArgumentReader(row, args, { ...options, hasInstead: sawInstead, checksOnly: sawCheck, onlyInput: sawOnlyInput }).read(from);
}
