import { isUtf8 } from "node:buffer";
import type { ExitMeaning, ToolDefinition } from "../definition.js";
import type { Exited } from "../exec/outcome.js";
import { unreadableResult } from "./failure.js";
import { isBlank, isSpace, line, output, type Report } from "./parts.js";
import { exitCodes } from "./tool-outcome.js";

/** The result of a tool that is to print JSON; of anything else it prints the model learns what it is not. */
export function jsonResult(outcome: Exited, tool: ToolDefinition, meaning: ExitMeaning | undefined): Report {
  const { stdout } = outcome;
  if (isBlank(stdout) && meaning !== undefined) return { exitCode: exitCodes.done, stdout: [line(meaning.text)], stderr: [] };
  const problem = jsonProblem(stdout);
  if (problem !== undefined) return unreadableResult(outcome, tool, problem);
  return { exitCode: exitCodes.done, stdout: [output("stdout", trimmed(stdout), tool.output)], stderr: [] };
}

function jsonProblem(bytes: Buffer): string | undefined {
  if (isBlank(bytes)) return "printed nothing";
  if (!isUtf8(bytes)) return "its output is not UTF-8 text";
  try {
    JSON.parse(bytes.toString("utf8"));
    return undefined;
  } catch (error) {
    return `its output is none: ${error instanceof Error ? error.message.replaceAll("\n", " ") : String(error)}`;
  }
}

function trimmed(bytes: Buffer): Buffer {
  let [start, end] = [0, bytes.length];
  while (isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}
