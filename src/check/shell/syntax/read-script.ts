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
  Redirection,
  Select,
  Statement,
  TestExpression,
} from "unbash";
import { loadsCode } from "../../rules/environment-variables.js";
import type { Range } from "../../template/nodes.js";
import type { Script, ShellWord, Where } from "../script.js";
import { parseBash } from "./bash-parser.js";
import { type Facts, readPart, readWord } from "./read-word.js";

/** Reads a script for sh or bash into our words. */
export function readScript(source: string): Script {
  const facts: Facts = {
    source,
    ...{
      problems: [],
      texts: [],
      references: [],
      refusals: [],
      commands: [],
      kept: [],
      pipelines: [],
      functions: [],
      uses: [],
      files: [],
      bashOnly: [],
      input: [],
    },
    conditions: 0,
    nested: (script) => conditionally(facts, () => visitScript(script, facts)),
  };
  visitScript(parseBash(source), facts);
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

/** Reads what stands in a condition, or in what is only asked for its text: its failure isn't the script's. */
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
  for (const command of node.commands) {
    visitCommand(command, facts);
    // What is before it in a pipeline, the next command reads.
    facts.input.push(rangeOf(command));
  }
  facts.input.length -= node.commands.length;
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
    case "Redirected":
      facts.input.push(...node.redirects.flatMap(textsOf));
      visitCommand(node.command, facts);
      facts.input.length -= node.redirects.flatMap(textsOf).length;
      for (const redirect of node.redirects) visitRedirect(redirect, facts);
      return;
    case "If":
      for (const { clause, then } of [node, ...node.elif]) {
        conditionally(facts, () => listed(clause, facts));
        listed(then, facts);
      }
      listed(node.else, facts);
      return;
    case "While":
      conditionally(facts, () => listed(node.clause, facts));
      listed(node.body, facts);
      return;
    case "For":
    case "Select":
      if (node.type === "Select") bashOnly("select", node, facts);
      refuse("a name", node.name, facts);
      facts.kept.push(...loopedOver(node, facts).map((word) => ({ variable: node.name.value, word })));
      listed(node.body, facts);
      return;
    case "Case":
      visitCase(node, facts);
      return;
    case "Subshell":
    case "BraceGroup":
      listed(node.body, facts);
      return;
    case "Function":
      if (/^function\b/.test(textOf(node, facts))) bashOnly("function", node, facts);
      refuse("a name", node.name, facts);
      facts.functions.push(node.name.value);
      // Its input may be any that the script makes.
      facts.input.push({ start: 0, end: facts.source.length });
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
      refuse("arithmetic", node, facts);
      return;
    case "ArithmeticFor":
      bashOnly("for (( … ))", node, facts);
      refuse("arithmetic", { pos: node.pos, end: node.body.pos }, facts);
      listed(node.body, facts);
      return;
    case "Coproc":
      bashOnly("coproc", node, facts);
      refuse("what the shell evaluates", node, facts);
      return;
  }
}

function visitSimple(node: Command, facts: Facts): void {
  for (const part of node.prefix) {
    if (part.type === "Assignment") visitAssignment(part, facts);
  }
  for (const redirect of node.redirects) visitRedirect(redirect, facts);
  if (node.name === undefined) return;
  refuse("the place of a program", node.name, facts);
  const name = readWord(node.name, facts);
  const assigned = new Set<ShellWord>();
  const arrays = new Set<ShellWord>();
  const args = node.args.map((arg) => {
    if (arg.type === "Word") return readWord(arg, facts);
    const word = { range: rangeOf(arg), parts: [{ text: `${arg.name}=`, expands: false, range: rangeOf(arg) }] };
    visitAssignment(arg, facts);
    assigned.add(word);
    if (arg.value.type !== "Word") arrays.add(word);
    return word;
  });
  const own = node.redirects.flatMap(textsOf);
  const input = [...facts.input, ...own];
  facts.commands.push({ range: rangeOf(node), name, args, assigned, arrays, input, conditional: facts.conditions > 0 });
  // `exec` alone redirects for all that follows.
  if (node.name.value === "exec" && args.length === 0) facts.input.unshift(...own);
}

/** The words of a loop. Without `in`, a loop runs over the arguments. */
function loopedOver({ name, wordlist }: For | Select, facts: Facts): readonly ShellWord[] {
  if (wordlist !== undefined) return wordlist.map((word) => readWord(word, facts));
  const range = { start: name.end, end: name.end + 1 };
  facts.uses.push({ range, quoted: true, variable: "@" });
  return [{ range, parts: [{ text: "", expands: true, loose: true, list: "@", range }] }];
}

/** The texts that a redirection gives to a command. */
function textsOf(node: Redirection): readonly Range[] {
  if (node.type === "HereString") return [rangeOf(node)];
  return node.type === "HereDoc" ? [rangeOf(node.body)] : [];
}

function visitAssignment(node: Assignment, facts: Facts): void {
  refuse("a name", { pos: node.pos, end: node.pos + node.name.length }, facts);
  if (node.index !== undefined) {
    arrays(node, facts);
    refuse("arithmetic", node.index, facts);
  }
  if (node.append) bashOnly("+=", node, facts);
  if (loadsCode(node.name)) refuse("a variable that loads code", node.value, facts);
  if (node.value.type === "Word") facts.kept.push({ variable: node.name, word: readWord(node.value, facts) });
  else visitArray(node.name, node.value, facts);
}

function visitArray(variable: string, node: ArrayValue, facts: Facts): void {
  arrays(node, facts);
  for (const element of node.elements) {
    // `[…]=value` has an index, which bash calculates.
    if (element.text.startsWith("[")) refuse("arithmetic", element, facts);
    facts.kept.push({ variable, word: readWord(element, facts) });
  }
}

function visitRedirect(node: Redirection, facts: Facts): void {
  if (node.descriptor?.type === "FileDescriptorVariable") bashOnly("{name}>", node, facts);
  if (node.type === "HereDoc") {
    refuse("a heredoc", node, facts);
    refuse("a heredoc", node.body, facts);
    for (const part of node.body.parts ?? []) readPart(part, true, facts);
    if (node.closing === undefined) facts.problems.push({ message: "the heredoc has no end", at: node.pos });
    return;
  }
  if (node.type === "HereString") bashOnly("<<<", node, facts);
  else if (node.operator === "&>" || node.operator === "&>>") bashOnly(node.operator, node, facts);
  if (node.target === undefined) return;
  if (node.operator === ">&" || node.operator === "<&") refuse("a file descriptor", node.target, facts);
  const target = readWord(node.target, facts);
  if (node.type === "Redirect") facts.files.push(target);
}

function visitCase(node: Case, facts: Facts): void {
  readWord(node.word, facts);
  for (const item of node.items) {
    for (const pattern of item.pattern) refuse("a pattern", pattern, facts);
    if (item.terminator !== undefined && item.terminator !== ";;") bashOnly(item.terminator, item, facts);
    listed(item.body, facts);
  }
}

/** In `[[ … ]]` bash calculates what it compares as numbers, and looks up variables by names that may hold code. */
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
      if (node.operator === "-v" || node.operator === "-R") refuse("a name", node.operand, facts);
      readWord(node.operand, facts);
      return;
    case "TestBinary":
      if (node.operator === "=~") refuse("a pattern", node.right, facts);
      else if (!["=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"].includes(node.operator))
        refuse("a comparison that calculates", node, facts);
      readWord(node.left, facts);
      readWord(node.right, facts);
  }
}

interface Placed {
  readonly pos: number;
  readonly end: number;
}

const rangeOf = ({ pos, end }: Placed): Range => ({ start: pos, end });
const textOf = ({ pos, end }: Placed, { source }: Facts) => source.slice(pos, end);
const refuse = (where: Where, node: Placed, facts: Facts): void => void facts.refusals.push({ where, range: rangeOf(node) });
const bashOnly = (syntax: string, node: Placed, facts: Facts): void =>
  void facts.bashOnly.push({ what: `\`${syntax}\``, range: rangeOf(node) });
const arrays = (node: Placed, facts: Facts): void => void facts.bashOnly.push({ what: "arrays", range: rangeOf(node) });
