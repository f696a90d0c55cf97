import type { Redirection } from "unbash";
import type { Range } from "../../contract/spec-node.js";
import { noteBashOnly, noteRefusal, rangeOf } from "./note-refusal.js";
import { type Facts, readPart, readWord } from "./read-word.js";
import type { ScriptInput } from "./script.js";

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
