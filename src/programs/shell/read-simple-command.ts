import type { ArrayValue, Assignment, Command } from "unbash";
import { isExport } from "./exported-variables.js";
import { noteArrays, noteBashOnly, noteRefusal, rangeOf } from "./note-refusal.js";
import { readProgramTexts } from "./read-programs.js";
import { readRedirection, redirectedInputs } from "./read-redirection.js";
import { readUnfollowed } from "./read-unfollowed.js";
import { type Facts, readWord } from "./read-word.js";
import { runsItsValue } from "./runs-its-value.js";
import type { ShellWord } from "./script.js";

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
