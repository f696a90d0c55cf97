import type { Range } from "../../contract/spec-node.js";
import { hasTrait } from "../program-traits.js";
import { type PrintedVariables, printedVariablesOf } from "./exported-variables.js";
import { unwrapped } from "./lists.js";
import type { OutsideValues } from "./outside-values.js";
import {
  contains,
  indexByRange,
  isWhole,
  literalOf,
  type Script,
  type ScriptInput,
  type ShellWord,
  type SimpleCommand,
  type Use,
} from "./script.js";
import type { Hole } from "./script-template.js";
import { keepingProgram } from "./suspected-routes.js";
import { namesInText } from "./written-by-command.js";

/** The facts about a part of a script that values don't change. */
export interface ScriptPart {
  /** The placeholders in it, without those that name a file which is written to: a name isn't printed. */
  readonly holes: readonly Hole[];
  readonly uses: readonly Use[];
  /** The files that it reads by redirections. */
  readonly files: readonly ShellWord[];
  readonly commands: readonly CommandFacts[];
}

/** The facts by which values come out of a command. */
export interface CommandFacts {
  readonly command: SimpleCommand;
  /** The words of its program text, any of which may name a file that it reads. */
  readonly namesInText: readonly string[];
  /** The program that may print what it was given before. */
  readonly prints: string | undefined;
  readonly printedVariables: PrintedVariables;
  /** The inputs that it may print. */
  readonly inputs: readonly ScriptInput[];
  /** The bodies of the functions that it may call. */
  readonly calls: readonly Range[];
}

/**
 * Reads each part of a script once: a script with hundreds of commands has thousands of parts, and each is asked for
 * often.
 */
export function scriptParts(
  read: Script,
  { holes, outside }: { readonly holes: readonly Hole[]; readonly outside: OutsideValues },
): (range: Range) => ScriptPart {
  const parts = {
    holes: indexByRange(holes, ({ range }) => range),
    uses: indexByRange(read.uses, ({ range }) => range),
    files: indexByRange(read.files, ({ word }) => word.range),
    commands: indexByRange(read.commands, ({ range }) => range),
  };
  const printedVariables = printedVariablesOf(read, outside);
  const bodies = new Map<string, readonly Range[]>();
  for (const { name, body } of read.functions) bodies.set(name, [...(bodies.get(name) ?? []), body]);
  const every = [...bodies.values()].flat();
  const factsOf = (command: SimpleCommand): CommandFacts => {
    const name = literalOf(unwrapped(command).name);
    const isPrinting = mayPrintInput(command);
    return {
      command,
      namesInText: namesInText(command),
      prints: isPrinting ? keepingProgram(command, read) : undefined,
      printedVariables: printedVariables(command),
      inputs: isPrinting ? command.input : [],
      calls: name === undefined ? every : (bodies.get(name) ?? []),
    };
  };
  const facts = new Map(read.commands.map((command) => [command, factsOf(command)]));
  const readPart = (range: Range): ScriptPart => {
    const files = parts.files(range);
    const targets = files.filter(({ word, writes }) => writes && !isWhole(range, word.range)).map(({ word }) => word.range);
    const isPrinted = (one: { readonly range: Range }) => !targets.some((target) => contains(target, one.range));
    return {
      holes: parts.holes(range).filter(isPrinted),
      uses: parts.uses(range).filter(isPrinted),
      files: files.flatMap(({ word, writes }) => (writes ? [] : [word])),
      commands: parts.commands(range).flatMap((command) => facts.get(command) ?? []),
    };
  };
  const cache = new Map<string, ScriptPart>();
  return (range) => {
    const key = `${range.start} ${range.end}`;
    const before = cache.get(key);
    if (before !== undefined) return before;
    const part = readPart(range);
    cache.set(key, part);
    return part;
  };
}

/** Returns true if a command's output may be its input. An unknown program may print anything. */
export function mayPrintInput(command: SimpleCommand): boolean {
  const { name, args } = unwrapped(command);
  const texts = args.map((arg) => literalOf(arg) ?? "");
  const subcommand = texts.find((text) => !text.startsWith("-"));
  if (!hasTrait(literalOf(name), "reads-nothing", subcommand)) return true;
  return texts.some((text) => /^-(?:exec|ok)|^--stdin|^-files0-from/.test(text));
}
