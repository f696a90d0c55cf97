import type {
  ArrayValue,
  Assignment,
  Script as BashScript,
  Case,
  Command,
  CommandNode,
  CompoundList,
  For,
  ParsedScript,
  PipelineNode,
  Select,
  Statement,
  TestExpression,
} from "unbash";
import type { Range } from "../../template/nodes.js";
import { isExport } from "../exported-variables.js";
import { runsItsValue } from "../runs-its-value.js";
import type { Script, ScriptInput, ShellWord } from "../script.js";
import { parseBash } from "./bash-parser.js";
import { arrays, bashOnly, noteRefusal, rangeOf, textOf } from "./notes.js";
import { readProgramTexts, readVariableTexts } from "./read-programs.js";
import { readRedirection, redirectedInputs } from "./read-redirection.js";
import { readUnfollowed } from "./read-unfollowed.js";
import { type Facts, readArithmetic, readWord } from "./read-word.js";

/** Converts a script for sh or bash to the form of `Script`. `stdin`: the range that stands for its own input. */
export function readScript(source: string, stdin?: Range): Script {
  const own: readonly ScriptInput[] = stdin === undefined ? [] : [{ ...stdin, depth: 0 }];
  const facts = reading({
    source,
    stdin: own[0],
    ...{ problems: [], texts: [], references: [], refusals: [], commands: [], kept: [], pipelines: [], functions: [], loops: [] },
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
  if (node.operators.includes("|&")) bashOnly("|&", node, facts);
  for (const [i, command] of node.commands.entries()) {
    // A command reads the output of the one before it in a pipeline.
    const before = i === 0 ? [] : [{ start: node.pos, end: node.commands[i - 1]?.end ?? node.pos, depth: facts.depth }];
    // The pipe replaces the script's own input.
    const own = i === 0 ? -1 : facts.input.findIndex((one) => one === facts.stdin);
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
      visitSimple(node, facts);
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
      if (node.type === "Select") bashOnly("select", node, facts);
      noteRefusal("a name", node.name, facts);
      facts.kept.push(...loopedOver(node, facts).map((word) => ({ variable: node.name.value, word })));
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
      if (/^function\b/.test(textOf(node, facts))) bashOnly("function", node, facts);
      noteRefusal("a name", node.name, facts);
      facts.functions.push({ name: node.name.value, body: rangeOf(node.body) });
      // Its input may be any that the script makes.
      facts.input.push({ start: 0, end: facts.source.length, depth: facts.depth });
      if (node.body.type === "CompoundList") listed(node.body, facts);
      else visitCommand(node.body, facts);
      facts.input.pop();
      return;
    case "TestCommand":
      bashOnly("[[ … ]]", node, facts);
      visitTest(node.expression, facts);
      return;
    case "ArithmeticCommand":
      bashOnly("(( … ))", node, facts);
      noteRefusal("arithmetic", node, facts);
      readArithmetic(node.expression, facts);
      return;
    case "ArithmeticFor":
      facts.loops.push(rangeOf(node));
      bashOnly("for (( … ))", node, facts);
      noteRefusal("arithmetic", { pos: node.pos, end: node.body.pos }, facts);
      for (const one of [node.initialize, node.test, node.update]) readArithmetic(one, facts);
      listed(node.body, facts);
      return;
    case "Coproc":
      bashOnly("coproc", node, facts);
      noteRefusal("what the shell evaluates", node, facts);
      facts.unfollowed.push({ what: "a coprocess", range: rangeOf(node) });
      return;
  }
}

function visitSimple(node: Command, facts: Facts): void {
  for (const part of node.prefix) {
    if (part.type === "Assignment") visitAssignment(part, facts, node.name !== undefined);
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
    visitAssignment(arg, facts, gives);
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

/** The words of a loop. Without `in`, a loop runs over the arguments. */
function loopedOver({ name, wordlist }: For | Select, facts: Facts): readonly ShellWord[] {
  if (wordlist !== undefined) return wordlist.map((word) => readWord(word, facts));
  const range = { start: name.end, end: name.end + 1 };
  facts.uses.push({ range, quoted: true, variable: "@", depth: facts.depth });
  return [{ range, parts: [{ text: "", expands: true, loose: true, list: "@", range }] }];
}

/** `given`: programs get the variable. */
function visitAssignment(node: Assignment, facts: Facts, given: boolean): void {
  noteRefusal("a name", { pos: node.pos, end: node.pos + node.name.length }, facts);
  if (node.index !== undefined) {
    arrays(node, facts);
    noteRefusal("arithmetic", node.index, facts);
    readWord(node.index, facts);
  }
  if (node.append) bashOnly("+=", node, facts);
  if (runsItsValue(node.name)) noteRefusal("a variable that loads code", node.value, facts);
  if (node.value.type === "Word") facts.kept.push({ variable: node.name, word: readWord(node.value, facts), given, depth: facts.depth });
  else visitArray(node.name, node.value, facts);
}

function visitArray(variable: string, node: ArrayValue, facts: Facts): void {
  arrays(node, facts);
  for (const element of node.elements) {
    // `[…]=value` has an index, which bash evaluates as arithmetic.
    if (element.text.startsWith("[")) noteRefusal("arithmetic", element, facts);
    facts.kept.push({ variable, word: readWord(element, facts) });
  }
}

function visitCase(node: Case, facts: Facts): void {
  readWord(node.word, facts);
  for (const item of node.items) {
    for (const pattern of item.pattern) {
      noteRefusal("a pattern", pattern, facts);
      readWord(pattern, facts);
    }
    if (item.terminator !== undefined && item.terminator !== ";;") bashOnly(item.terminator, item, facts);
    listed(item.body, facts);
  }
}

/** In `[[ … ]]` bash evaluates operands as arithmetic, and looks up variables by names that may hold code. */
function visitTest(node: TestExpression, facts: Facts): void {
  switch (node.type) {
    case "TestLogical":
      for (const operand of node.operands) visitTest(operand, facts);
      return;
    case "TestNot":
      visitTest(node.operand, facts);
      return;
    case "TestGroup":
      visitTest(node.expression, facts);
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
