import type { Script as BashScript, Case, CommandNode, CompoundList, For, ParsedScript, PipelineNode, Select, Statement } from "unbash";
import type { Range } from "../../contract/spec-node.js";
import { parseBash } from "../bash-parser.js";
import { readVariableTexts } from "./read-programs.js";
import {
  noteBashOnly,
  noteRefusal,
  rangeOf,
  readRedirection,
  readSimpleCommand,
  readTestExpression,
  redirectedInputs,
  textOf,
} from "./read-simple-command.js";
import { type Facts, readArithmetic, readWord } from "./read-word.js";
import type { Script, ScriptInput, ShellWord } from "./script.js";

/** Converts a script for sh or bash to the form of `Script`. `stdin`: the range that stands for its own input. */
export function readScript(source: string, stdin?: Range): Script {
  const own: readonly ScriptInput[] = stdin === undefined ? [] : [{ ...stdin, depth: 0 }];
  const facts = reading({
    source,
    stdin: own[0],
    ...{ problems: [], texts: [], references: [], refusals: [], commands: [], assignments: [], pipelines: [], functions: [], loops: [] },
    ...{ subshells: [], uses: [], files: [], positional: [], bound: [], fed: [], unfollowed: [], bashOnly: [], input: [...own] },
    ...{ programWords: [], heredocs: [] },
    conditions: 0,
    depth: 0,
  });
  visitScript(parseBash(source), facts);
  readVariableTexts(facts);
  return facts;
}

function reading(found: Omit<Facts, "nested" | "within">): Facts {
  const facts: Facts = {
    ...found,
    nested: (script) => conditionally(facts, () => visitScript(script, facts)),
    // Another shell may be a different program, so its syntax errors aren't problems of this script.
    within: (text, input) => {
      const own = { problems: [], bashOnly: [], pipelines: [], texts: [], references: [], input: [...input], conditions: 1 };
      const depth = found.depth + 1;
      visitScript(parseBash(text), reading({ ...found, ...own, depth, source: text }));
    },
  };
  return facts;
}

function visitScript(script: BashScript | ParsedScript, facts: Facts): void {
  const errors = "errors" in script ? (script.errors ?? []) : [];
  facts.problems.push(...errors.map(({ message, pos }) => ({ message, at: pos })));
  for (const statement of script.commands) visitStatement(statement, facts);
}

function visitStatement({ command }: Statement, facts: Facts): void {
  if (command.type !== "AndOr") {
    visitPipeline(command, facts);
    return;
  }
  for (const [i, one] of command.commands.entries()) {
    if (command.operators[i] === "||") conditionally(facts, () => visitPipeline(one, facts));
    else visitPipeline(one, facts, i > 0);
  }
}

/** Reads a condition, or a command whose text alone is used: its failure isn't the script's. */
function conditionally(facts: Facts, visit: () => void): void {
  facts.conditions++;
  visit();
  facts.conditions--;
}

function visitPipeline(node: PipelineNode, facts: Facts, follows = false): void {
  if (node.type !== "Pipeline") {
    if (follows) conditionally(facts, () => visitCommand(node, facts));
    else visitCommand(node, facts);
    return;
  }
  const first = facts.commands.length;
  const fails = facts.conditions === 0 && !node.prefixes.some(({ type }) => type === "Negation") && node.commands.length > 1;
  if (node.operators.includes("|&")) noteBashOnly("|&", node, facts);
  for (const [i, command] of node.commands.entries()) {
    // A command reads the output of the one before it in a pipeline.
    const before = i === 0 ? [] : [{ start: node.pos, end: node.commands[i - 1]?.end ?? node.pos, depth: facts.depth }];
    // The pipe replaces the script's own input.
    const own = i === 0 || facts.stdin === undefined ? -1 : facts.input.indexOf(facts.stdin);
    const outer = own === -1 ? [] : facts.input.splice(own, 1);
    facts.input.push(...before);
    visitCommand(command, facts);
    facts.input.length -= before.length;
    facts.input.unshift(...outer);
  }
  if (!fails) return;
  const names = new Map(facts.commands.slice(first).map(({ range, name }) => [range.start, name]));
  facts.pipelines.push({ range: rangeOf(node), before: node.commands.slice(0, -1).map(({ pos }) => names.get(pos)) });
}

const listed = (list: CompoundList | undefined, facts: Facts) => {
  for (const statement of list?.commands ?? []) visitStatement(statement, facts);
};

function visitCommand(node: CommandNode, facts: Facts): void {
  switch (node.type) {
    case "Command":
      readSimpleCommand(node, facts);
      return;
    case "Redirected": {
      const own = node.redirects.flatMap((redirect) => redirectedInputs(redirect, facts));
      facts.input.push(...own);
      for (const redirect of node.redirects) readRedirection(redirect, { by: rangeOf(node), facts });
      visitCommand(node.command, facts);
      facts.input.length -= own.length;
      return;
    }
    case "If":
      for (const { clause, then } of [node, ...node.elif]) {
        conditionally(facts, () => listed(clause, facts));
        listed(then, facts);
      }
      listed(node.else, facts);
      return;
    case "While":
      facts.loops.push(rangeOf(node));
      conditionally(facts, () => listed(node.clause, facts));
      listed(node.body, facts);
      return;
    case "For":
    case "Select":
      facts.loops.push(rangeOf(node));
      if (node.type === "Select") noteBashOnly("select", node, facts);
      noteRefusal("a name", node.name, facts);
      facts.assignments.push(...loopedOver(node, facts).map((word) => ({ variable: node.name.value, word })));
      listed(node.body, facts);
      return;
    case "Case":
      visitCase(node, facts);
      return;
    case "Subshell":
    case "BraceGroup":
      if (node.type === "Subshell") facts.subshells.push(rangeOf(node));
      listed(node.body, facts);
      return;
    case "Function":
      if (/^function\b/.test(textOf(node, facts))) noteBashOnly("function", node, facts);
      noteRefusal("a name", node.name, facts);
      facts.functions.push({ name: node.name.value, body: rangeOf(node.body) });
      // Its input may be any that the script makes.
      facts.input.push({ start: 0, end: facts.source.length, depth: facts.depth });
      if (node.body.type === "CompoundList") listed(node.body, facts);
      else visitCommand(node.body, facts);
      facts.input.pop();
      return;
    case "TestCommand":
      noteBashOnly("[[ … ]]", node, facts);
      readTestExpression(node.expression, facts);
      return;
    case "ArithmeticCommand":
      noteBashOnly("(( … ))", node, facts);
      noteRefusal("arithmetic", node, facts);
      readArithmetic(node.expression, facts);
      return;
    case "ArithmeticFor":
      facts.loops.push(rangeOf(node));
      noteBashOnly("for (( … ))", node, facts);
      noteRefusal("arithmetic", { pos: node.pos, end: node.body.pos }, facts);
      for (const one of [node.initialize, node.test, node.update]) readArithmetic(one, facts);
      listed(node.body, facts);
      return;
    case "Coproc":
      noteBashOnly("coproc", node, facts);
      noteRefusal("what the shell evaluates", node, facts);
      facts.unfollowed.push({ what: "a coprocess", range: rangeOf(node) });
      return;
  }
}

/** The words of a loop. Without `in`, a loop runs over the arguments. */
function loopedOver({ name, wordlist }: For | Select, facts: Facts): readonly ShellWord[] {
  if (wordlist !== undefined) return wordlist.map((word) => readWord(word, facts));
  const range = { start: name.end, end: name.end + 1 };
  facts.uses.push({ range, quoted: true, variable: "@", depth: facts.depth });
  return [{ range, parts: [{ text: "", expands: true, loose: true, list: "@", range }] }];
}

function visitCase(node: Case, facts: Facts): void {
  readWord(node.word, facts);
  for (const item of node.items) {
    for (const pattern of item.pattern) {
      noteRefusal("a pattern", pattern, facts);
      readWord(pattern, facts);
    }
    if (item.terminator !== undefined && item.terminator !== ";;") noteBashOnly(item.terminator, item, facts);
    listed(item.body, facts);
  }
}
