import type { ArrayValue, Assignment, Command, Redirection, TestExpression } from "unbash";
import type { Range } from "../../contract/spec-node.js";
import { hasTrait } from "../program-traits.js";
import { isExport, runsItsValue } from "./exported-variables.js";
import { unwrapped } from "./lists.js";
import { readProgramTexts } from "./read-programs.js";
import { type Facts, readPart, readWord } from "./read-word.js";
import { literalOf, type ScriptInput, type ShellWord, type SimpleCommand, type Unfollowed, type Where } from "./script.js";

/** Reads a program with its arguments, or assignments alone. */
export function readSimpleCommand(node: Command, facts: Facts): void {
  for (const part of node.prefix) {
    if (part.type === "Assignment") readAssignment(part, facts, node.name !== undefined);
  }
  // `exec` alone redirects everything that follows.
  const redirectsAll = node.name?.value === "exec" && node.args.length === 0;
  const by = redirectsAll ? { start: 0, end: facts.source.length } : rangeOf(node);
  for (const redirect of node.redirects) readRedirection(redirect, { by, facts });
  if (node.name === undefined) return;
  noteRefusal("the place of a program", node.name, facts);
  const name = readWord(node.name, facts);
  const assigned = new Set<ShellWord>();
  const arrays = new Set<ShellWord>();
  const literals = node.args.flatMap((arg) =>
    arg.type === "Word" ? [{ range: rangeOf(arg), parts: [{ text: arg.value, expands: false, range: rangeOf(arg) }] }] : [],
  );
  const gives = isExport({ name, args: literals });
  const args = node.args.map((arg) => {
    if (arg.type === "Word") return readWord(arg, facts);
    const word = { range: rangeOf(arg), parts: [{ text: `${arg.name}=`, expands: false, range: rangeOf(arg) }] };
    readAssignment(arg, facts, gives);
    assigned.add(word);
    if (arg.value.type !== "Word") arrays.add(word);
    return word;
  });
  const own = node.redirects.flatMap((redirect) => redirectedInputs(redirect, facts));
  const input = [...facts.input, ...own];
  const command = { range: rangeOf(node), depth: facts.depth, name, args, assigned, arrays, input, conditional: facts.conditions > 0 };
  facts.commands.push(command);
  if (redirectsAll) facts.input.unshift(...own);
  readProgramTexts(command, facts);
  readUnfollowed(command, facts);
}

/** `given`: programs get the variable. */
function readAssignment(node: Assignment, facts: Facts, exported: boolean): void {
  noteRefusal("a name", { pos: node.pos, end: node.pos + node.name.length }, facts);
  if (node.index !== undefined) {
    noteArrays(node, facts);
    noteRefusal("arithmetic", node.index, facts);
    readWord(node.index, facts);
  }
  if (node.append) noteBashOnly("+=", node, facts);
  if (runsItsValue(node.name)) noteRefusal("a variable that loads code", node.value, facts);
  if (node.value.type === "Word")
    facts.assignments.push({ variable: node.name, word: readWord(node.value, facts), exported, depth: facts.depth });
  else readArray(node.name, node.value, facts);
}

function readArray(variable: string, node: ArrayValue, facts: Facts): void {
  noteArrays(node, facts);
  for (const element of node.elements) {
    // `[…]=value` has an index, which bash evaluates as arithmetic.
    if (element.text.startsWith("[")) noteRefusal("arithmetic", element, facts);
    facts.assignments.push({ variable, word: readWord(element, facts) });
  }
}

/** A node of the parser, by its offsets. */
export interface SyntaxNode {
  readonly pos: number;
  readonly end: number;
}

export const rangeOf = ({ pos, end }: SyntaxNode): Range => ({ start: pos, end });
export const textOf = ({ pos, end }: SyntaxNode, { source }: Facts) => source.slice(pos, end);
export const noteRefusal = (where: Where, node: SyntaxNode, facts: Facts): void =>
  void facts.refusals.push({ where, range: rangeOf(node), depth: facts.depth });
export const noteBashOnly = (syntax: string, node: SyntaxNode, facts: Facts): void =>
  void facts.bashOnly.push({ what: `\`${syntax}\``, range: rangeOf(node) });
export const noteArrays = (node: SyntaxNode, facts: Facts): void => void facts.bashOnly.push({ what: "arrays", range: rangeOf(node) });

/** Returns the texts that a redirection passes to a command. For a file descriptor, that may be any of the script's. */
export function redirectedInputs(node: Redirection, { source, depth }: Facts): readonly ScriptInput[] {
  if (node.type === "HereString") return [{ ...rangeOf(node), depth }];
  if (node.type === "HereDoc") return [{ ...rangeOf(node.body), depth }];
  if (node.operator === "<&") return [{ start: 0, end: source.length, depth }];
  return node.operator === "<" || node.operator === "<>" ? [{ ...rangeOf(node), depth }] : [];
}

/** Reads a redirection of a part of the script. */
export function readRedirection(node: Redirection, { by, facts }: { readonly by: Range; readonly facts: Facts }): void {
  if (node.descriptor?.type === "FileDescriptorVariable") noteBashOnly("{name}>", node, facts);
  if (node.type === "HereDoc") {
    noteRefusal("a heredoc", node, facts);
    noteRefusal("a heredoc", node.body, facts);
    facts.heredocs.push({ text: rangeOf(node.body), range: by, depth: facts.depth });
    for (const part of node.body.parts ?? []) readPart(part, true, facts);
    if (node.closing === undefined) facts.problems.push({ message: "the heredoc has no end", at: node.pos });
    return;
  }
  if (node.type === "HereString") noteBashOnly("<<<", node, facts);
  else if (node.operator === "&>" || node.operator === "&>>") noteBashOnly(node.operator, node, facts);
  if (node.target === undefined) return;
  if (node.operator === ">&" || node.operator === "<&") noteRefusal("a file descriptor", node.target, facts);
  const target = readWord(node.target, facts);
  if (node.type === "HereString") facts.heredocs.push({ text: target.range, word: target, range: by, depth: facts.depth });
  if (node.type === "Redirect") facts.files.push({ word: target, writes: node.operator !== "<" && node.operator !== "<&", by });
}

/** In `[[ … ]]` bash evaluates operands as arithmetic, and looks up variables by names that may hold code. */
export function readTestExpression(node: TestExpression, facts: Facts): void {
  switch (node.type) {
    case "TestLogical":
      for (const operand of node.operands) readTestExpression(operand, facts);
      return;
    case "TestNot":
      readTestExpression(node.operand, facts);
      return;
    case "TestGroup":
      readTestExpression(node.expression, facts);
      return;
    case "TestUnary":
      if (node.operator === "-v" || node.operator === "-R") noteRefusal("a name", node.operand, facts);
      readWord(node.operand, facts);
      return;
    case "TestBinary":
      if (node.operator === "=~") noteRefusal("a pattern", node.right, facts);
      else if (!["=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"].includes(node.operator))
        noteRefusal("a comparison that calculates", node, facts);
      readWord(node.left, facts);
      readWord(node.right, facts);
  }
}

/** Records effects of a command on variables that can't be followed. */
export function readUnfollowed(command: SimpleCommand, facts: Facts): void {
  const { name, args, assigned } = unwrapped(command);
  const program = literalOf(name) ?? "";
  const note = (what: Unfollowed, words: readonly ShellWord[]) =>
    void facts.unfollowed.push(...words.map(({ range }) => ({ what, range })));
  if (program === "alias") note("an alias", args.slice(0, 1));
  if (hasTrait(program, "declares")) {
    note(
      "a variable whose name isn't written here",
      args.filter((arg) => !assigned.has(arg) && isOpen(arg)),
    );
    note(
      "a reference to a variable by its name",
      args.filter((arg) => program !== "export" && /^-[a-zA-Z]*n/.test(literalOf(arg) ?? "")),
    );
  }
  if (hasTrait(program, "fills"))
    note(
      "a variable whose name isn't written here",
      args.filter((arg, i) => isOpen(arg) && !isValue(args[i - 1])),
    );
  if (program === "printf" && /^-v/.test(literalOf(args[0]) ?? ""))
    note("a variable whose name isn't written here", args.slice(1, 2).filter(isOpen));
}

const isOpen = (word: ShellWord) => literalOf(word) === undefined;
/** `read -p TEXT` and the like. */
const isValue = (word: ShellWord | undefined) =>
  /^-[a-zA-Z]*[adiNnptuCcOs]$/.test(literalOf(word) ?? "") && !/a$/.test(literalOf(word) ?? "");
