import type { CommandNode, ParsedScript, PipelineNode } from "unbash";
import { literalWord } from "../../call/literal-word.js";

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
  if (printsErrors(node)) return false;
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
    case "git":
      return gitPrintsDigits(node);
    default:
      return false;
  }
}

/** `2>&1` adds messages, which repeat names. */
const printsErrors = (node: CommandNode): boolean =>
  node.type === "Command" && node.redirects.some(({ operator }) => operator === ">&" || operator === "&>" || operator === "&>>");

/** `git rev-list --count HEAD` counts, `git merge-base` prints hashes, and `git log -1 --format=%ct` prints a time. */
function gitPrintsDigits(node: CommandNode): boolean {
  if (node.type !== "Command") return false;
  const all = node.args.map((arg) => (arg.type === "Word" ? literalWord(arg) : undefined));
  const texts = all[0] === "-C" ? all.slice(2) : all;
  const paths = texts.indexOf("--");
  const [command, ...options] = paths === -1 ? texts : texts.slice(0, paths);
  if (command === "rev-list") return options.includes("--count");
  // Hashes are as harmless.
  if (command === "merge-base") return !options.includes("--is-ancestor");
  const isTime = (text = "") => /^--(?:format|pretty)=(?:format:|tformat:)?%[ac]t$/.test(text);
  const isOther = (text?: string) =>
    text !== undefined && /^(?:[^-].*|-[0-9]+|-n[0-9]*|--max-count=[0-9]+|--(?:reverse|first-parent|all|no-merges|merges))$/.test(text);
  return command === "log" && options.some(isTime) && options.every((text) => isTime(text) || isOther(text));
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
  const literals = words.filter((word) => word !== undefined);
  return literals.length === words.length ? literals : undefined;
}

const firstLiteral = (node: CommandNode): string | undefined =>
  node.type === "Command" && node.prefix.length === 0 && node.name !== undefined ? literalWord(node.name) : undefined;
