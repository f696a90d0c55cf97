import { type Command, InvalidArgumentError, Option } from "commander";
import { diagnosticFormats } from "../../contract/diagnostic.js";
import type { Terminal } from "../io/terminal.js";

/** A command: a function of its options, which include its arguments. It returns the exit code. */
export type CommandRun<O extends object> = (options: O, terminal: Terminal) => number | Promise<number>;

/** Collects the commands of the files beside this one. */
export interface Commands {
  readonly program: Command;
  /**
   * Returns the action that loads a command, runs it with its options and the terminal that these ask for, and keeps
   * its exit code. `operands` are the names of the command's arguments among the options.
   */
  perform<O extends object>(
    load: () => Promise<CommandRun<O>>,
    ...operands: readonly (keyof O & string)[]
  ): (...given: unknown[]) => Promise<void>;
}

/** The last part of a command's help. */
export const examples = (...lines: readonly string[]): string => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;

/** `--json`, for every command that prints data. */
export const jsonOption = (what: string): Option => new Option("--json", `print ${what}`);

/** Two options with the same meaning. */
export const formatOptions = (): readonly [Option, Option] => [
  new Option("--format <format>", "the format of diagnostics").choices(diagnosticFormats).default("pretty"),
  new Option("--json", "print a JSON array of diagnostics; the same as --format json").implies({ format: "json" }),
];

/** `--risk push=deny --risk toolset:git=safe` */
export const riskOption = (): Option =>
  repeatable("--risk <tool=word>", "for this run: a level, or allow, ask or deny, for a tool, toolset:NAME or *; may be repeated");

/** An option with a fixed set of values that refuses a second, different value. */
export function once(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).argParser((value: string, before: string | undefined) => {
    if (!choices.includes(value)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
    if (before !== undefined && before !== value) throw new InvalidArgumentError(`'${before}' was given already; name one service.`);
    return value;
  });
}

/** An option that collects its values in a list. */
export function repeatable(flags: string, description: string, choices?: readonly string[]): Option {
  const option = choices === undefined ? new Option(flags, description) : new Option(flags, description).choices(choices);
  return option.argParser((value: string, all: readonly string[] | undefined) => {
    if (choices?.includes(value) === false) throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
    return [...(all ?? []), value];
  });
}

/** `500ms`, `10s` or `2m`, in milliseconds. */
export function durationOption(value: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(value) ?? [];
  if (number === undefined) throw new InvalidArgumentError("A number and a unit: ms, s or m, as in '10s'.");
  return Number(number) * ({ ms: 1, s: 1000, m: 60_000 }[unit] ?? 1);
}

/** A folder. An empty text is mostly a variable of a shell that isn't set, and would mean the current folder. */
export function folderOption(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty. Name a folder, or '.' for this one.");
  return text;
}

/** A port from 1 to 65535. */
export function portOption(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port === 0 || port > 65_535) throw new InvalidArgumentError("It takes a port from 1 to 65535.");
  return port;
}

/** An option that takes a whole number above 0. */
export const numberOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string) => {
    if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError("It takes a whole number above 0.");
    return Number(text);
  });

/** The formats of `toolgen diff`: for users, as a JSON object, and as a comment for a pull request. */
export const diffFormats = ["pretty", "json", "markdown"] as const;
export type DiffFormat = (typeof diffFormats)[number];

/** The formats of `toolgen eval`: for users, as JSON, as a comment of a pull request, and as those of diagnostics. */
export const evalFormats = ["pretty", "json", "markdown", "github", "sarif", "junit"] as const;
export type EvalFormat = (typeof evalFormats)[number];
