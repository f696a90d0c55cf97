import { utf8Text } from "../../runtime/text/utf8-text.js";
import type { StandardInput, Terminal } from "../io/terminal.js";
import { UsageError } from "../usage-error.js";

/** Reads the task from the command line or, for `-`, from standard input. */
export function readTask(operand: string | undefined, { stdin }: Terminal): string | undefined {
  const task = operand === "-" ? inputText(stdin) : operand;
  if (task !== undefined && task.trim() === "") throw new UsageError("The task is empty.", "Describe the task, in quotes.");
  return task;
}

function inputText(stdin: StandardInput): string {
  const input = stdin.read();
  if (input.kind === "terminal")
    throw new UsageError("Standard input is the terminal.", "Give the task in quotes, or pipe it: toolgen run - < task.txt.");
  if (input.kind === "unreadable") throw new UsageError(`Standard input could not be read (${input.code}).`);
  const text = input.kind === "read" ? utf8Text(input.bytes) : undefined;
  if (text === undefined) throw new UsageError("The task on standard input can't be read as UTF-8 text.");
  return text;
}
