import type { Range } from "../../contract/spec-node.js";
import { hasTrait } from "../program-traits.js";
import { unwrapped } from "./lists.js";
import type { Facts } from "./read-word.js";
import { contains, literalOf, type ShellWord, type SimpleCommand } from "./script.js";
import { isShell, startedPrograms } from "./started-programs.js";

/**
 * Parses the scripts within a script: the text after `sh -c`, `eval` and `trap`, and text that is printed or written
 * for a shell's input. They are padded with spaces, so that their offsets are those of the whole script.
 */
export function readProgramTexts(command: SimpleCommand, facts: Facts): void {
  const { texts, files, readers, feeds } = startedPrograms(command);
  for (const { words, positional } of texts) {
    readText(words, { command, facts, hasArguments: positional.length > 0 });
    for (const { range } of words.filter(makesName)) facts.unfollowed.push({ what: "a reference to a variable by its name", range });
    const [zero, ...others] = positional;
    if (zero !== undefined) facts.bound.push({ variable: "0", word: zero });
    facts.positional.push(...others);
    // Fed arguments begin with `$0` if no argument precedes them.
    if (feeds) facts.fed.push(command.range, ...command.input);
  }
  // `sh <(…)`
  const substituted = files.filter(({ parts }) => parts.some(({ output }) => output === "file"));
  if (readers.length === 0 && substituted.length === 0) return;
  // `sh -s a`, `bash /dev/stdin a`
  if (readers.some(isShell) || isShell(literalOf(unwrapped(command).name))) facts.positional.push(...unwrapped(command).args);
  const input = [...(readers.length === 0 ? [] : command.input), ...substituted.map(({ range }) => ({ ...range, depth: command.depth }))];
  readPrinted({ ...command, input }, facts);
}

/** Reads the texts that stand in what a shell reads: heredocs, and what is printed there. */
function readPrinted(command: SimpleCommand, facts: Facts): void {
  const called = facts.functions.filter(({ name }) => facts.commands.some((one) => literalOf(one.name) === name && isInput(one, command)));
  const isPrinted = (one: ScriptPosition) => isInput(one, command) || called.some(({ body }) => contains(body, one.range));
  const isOwn = ({ range, depth }: ScriptPosition) => depth === command.depth && contains(range, command.range);
  for (const one of facts.heredocs.filter((heredoc) => isPrinted(heredoc) || isOwn(heredoc))) {
    if (one.word === undefined) readLines(one.text, { command, facts });
    else readText([one.word], { command, facts, hasArguments: false });
  }
  const printing = facts.commands.filter((one) => hasTrait(literalOf(one.name), "prints-text") && isPrinted(one));
  for (const { name, args } of printing) {
    readText(args, { command, facts, hasArguments: false });
    // What stands in the place of a format's `%s` is a line of its own.
    if (literalOf(name) === "printf") for (const arg of args.slice(1)) readText([arg], { command, facts, hasArguments: false });
  }
}

/** Parses the texts of variables that hold a whole script: `s='…'; sh -c "$s"`. */
export function readVariableTexts(facts: Facts): void {
  const seen = new Set<number>();
  for (let i = 0; i < facts.programWords.length; i++) {
    const { word, command, hasArguments } = facts.programWords[i] ?? {};
    if (word === undefined || command === undefined) continue;
    for (const part of word.parts.filter(({ expands }) => expands)) {
      const use = facts.uses.find(({ range }) => range.start === part.range.start && range.end === part.range.end);
      const set =
        use === undefined ? [] : facts.assignments.filter((kept) => kept.variable === use.variable && literalOf(kept.word) !== undefined);
      for (const { word: text } of set) {
        if (seen.has(text.range.start)) continue;
        seen.add(text.range.start);
        readText([text], { command, facts, hasArguments: hasArguments === true });
      }
      if (set.length === 0 && hasArguments) facts.unfollowed.push({ what: "a script that isn't written here", range: part.range });
    }
  }
}

/** Returns true if a word of program text contains the name of a variable from another: `eval "\\$$name"`. */
const makesName = ({ parts }: ShellWord) => parts.some(({ expands }, i) => expands && /\$\{?[!#]?\w*$/.test(textBefore(parts, i)));

function textBefore(parts: ShellWord["parts"], end: number): string {
  const start = parts.slice(0, end).findLastIndex(({ expands }) => expands) + 1;
  return parts
    .slice(start, end)
    .map(({ text }) => text)
    .join("");
}

interface ScriptPosition {
  readonly range: Range;
  readonly depth: number;
}

/**
 * Returns true if a command's input contains a part of the script. The output of deeper scripts isn't written there.
 */
const isInput = (one: ScriptPosition, { input }: SimpleCommand) =>
  input.some(({ start, end, depth }) => one.depth <= depth && start <= one.range.start && one.range.end <= end);

interface CommandFacts {
  readonly command: SimpleCommand;
  readonly facts: Facts;
}

function readText(words: readonly ShellWord[], { command, facts, hasArguments }: CommandFacts & { readonly hasArguments: boolean }): void {
  facts.programWords.push(...words.map((word) => ({ word, command, hasArguments })));
  readOverlay(
    words.map(({ range }) => range),
    { command, facts },
  );
}

/**
 * Reads the lines of a heredoc as a script. Quotes are the script's own; backslashes before `$` aren't, unless the
 * delimiter is quoted.
 */
function readLines({ start, end }: Range, { command, facts }: CommandFacts): void {
  const text = facts.source.slice(start, end).replaceAll(/\\([$`\\])/g, " $1");
  if (text.trim() !== "") facts.within(`${"".padEnd(start)}${text}`, command.input);
}

/**
 * Reads parts of the source as a script: without the quotes around them, and without the backslashes of double quotes.
 */
function readOverlay(ranges: readonly Range[], { command, facts }: CommandFacts): void {
  const text = ranges.reduce((before, { start, end }) => `${before.padEnd(start)}${unquoted(facts.source.slice(start, end))}`, "");
  if (text.trim() !== "") facts.within(text, command.input);
}

/** A word without its quotes, with each character at its original offset. */
function unquoted(word: string): string {
  let [result, quote] = ["", ""];
  for (let i = 0; i < word.length; i++) {
    const char = word[i] ?? "";
    if (quote === "" && (char === "'" || char === '"')) [quote, result] = [char, `${result} `];
    else if (quote !== "" && char === quote) [quote, result] = ["", `${result} `];
    else if (char === "\\" && quote !== "'" && (quote === "" || /["$`\\]/.test(word[i + 1] ?? ""))) {
      result += ` ${word[i + 1] ?? ""}`;
      i++;
    } else result += char;
  }
  return result;
}
