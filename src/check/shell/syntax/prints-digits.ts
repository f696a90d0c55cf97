import type { CommandNode, ParsedScript, PipelineNode } from "unbash";
import { literalWord } from "../../../runtime/shell-guard/literal-word.js";

/**
 * Returns true if a script prints only digits, white space and a sign, whatever it reads: `wc -l`, `grep -c`,
 * `tr -dc 0-9`.
 */
export function printsDigits(script: ParsedScript | undefined): boolean {
  if (script === undefined || script.commands.length !== 1) return false;
  const [only] = script.commands;
  if (only === undefined) return false;
  const { command } = only;
  if (command.type !== "AndOr") return pipelinePrintsDigits(command);
  // `grep -c a b || true`
  return command.operators.every((operator) => operator === "||") && command.commands.every(pipelinePrintsDigits);
}

function pipelinePrintsDigits(node: PipelineNode): boolean {
  if (node.type !== "Pipeline") return commandPrintsDigits(node, false);
  const last = node.commands.findLastIndex((command) => !deletesOrSelects(command));
  const command = node.commands[last] ?? node.commands.at(-1);
  return (
    command !== undefined && !node.operators.includes("|&") && commandPrintsDigits(command, last > 0 || last < node.commands.length - 1)
  );
}

/** `tr -d ' '` and `head -n 1` print a part of their input. */
function deletesOrSelects(node: CommandNode): boolean {
  const [name, ...args] = literals(node) ?? [];
  return (
    (name === "tr" && args.length === 2 && args[0] === "-d") ||
    (name === "head" && args.every((arg) => /^(?:-n|-?[0-9]+|-n[0-9]+)$/.test(arg)))
  );
}

function commandPrintsDigits(node: CommandNode, piped: boolean): boolean {
  const words = literals(node);
  const [name = firstLiteral(node), ...args] = words ?? [];
  switch (name) {
    case "true":
    case ":":
      return words !== undefined;
    case "echo":
      return words !== undefined && args.every((arg) => /^[0-9]+$/.test(arg));
    case "tr":
      return (
        words !== undefined && args.length === 2 && /^-(?:dc|cd|Cd|dC)$/.test(args[0] ?? "") && /^(?:0-9|\[:digit:\])$/.test(args[1] ?? "")
      );
    case "wc":
      // With a file it prints the file's name too.
      return words !== undefined && args.every((arg) => /^-[clmwL]+$/.test(arg));
    case "grep":
      return grepCounts(node, piped);
    default:
      return false;
  }
}

/** `grep -c` also prints the names of files if there are several. */
function grepCounts(node: CommandNode, piped: boolean): boolean {
  if (node.type !== "Command") return false;
  const texts = node.args.map((arg) => (arg.type === "Word" ? literalWord(arg) : undefined));
  const counts = texts.some((text) => text === "--count" || /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text ?? ""));
  const others = texts.some((text) =>
    /^-[a-zA-Z]*[rRHZoeflLbnT]|^--(?!count$|fixed-strings$|ignore-case$|invert-match$|regexp=|word-regexp$|quiet$)./.test(text ?? ""),
  );
  const loose = node.args.some(
    (arg) =>
      arg.type !== "Word" ||
      (arg.parts ?? []).some((part) => part.type !== "Literal" && part.type !== "DoubleQuoted" && part.type !== "SingleQuoted"),
  );
  const operands = texts.filter((text) => text === undefined || !text.startsWith("-")).length;
  return counts && !others && !loose && operands <= (piped ? 1 : 2);
}

function literals(node: CommandNode): readonly string[] | undefined {
  if (node.type !== "Command" || node.name === undefined || node.prefix.length > 0) return undefined;
  const words = [node.name, ...node.args].map((word) => (word.type === "Word" ? literalWord(word) : undefined));
  const known = words.filter((word) => word !== undefined);
  return known.length === words.length ? known : undefined;
}

const firstLiteral = (node: CommandNode): string | undefined =>
  node.type === "Command" && node.prefix.length === 0 && node.name !== undefined ? literalWord(node.name) : undefined;
