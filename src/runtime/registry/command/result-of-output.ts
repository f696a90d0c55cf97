import type { RunOutcome } from "../../contract/run-outcome.js";
import { ToolErrorType } from "../../contract/tool-error-type.js";
import type { ToolResult } from "../../contract/tool-result.js";
import { failedResult } from "../../tool/failed-result.js";

/** The limit of Gemini CLI for the output of a discovery command. */
export const mostBytes = 10 * 1024 * 1024;
const shownBytes = 20_000;

/**
 * Converts the output of a program that runs discovered tools, as Gemini CLI does: standard output is the result if the
 * program exits with 0 and prints nothing on standard error; any other outcome is a failure with all details.
 */
export function resultOfOutput(outcome: RunOutcome): ToolResult {
  const printed =
    "stdout" in outcome ? { stdout: outcome.stdout.toString(), stderr: outcome.stderr.toString() } : { stdout: "", stderr: "" };
  if (outcome.kind === "exited" && outcome.code === 0 && printed.stderr === "") {
    return { llmContent: printed.stdout, returnDisplay: printed.stdout };
  }
  const text = [
    `Stdout: ${cut(printed.stdout) || "(empty)"}`,
    `Stderr: ${cut(printed.stderr) || "(empty)"}`,
    `Error: ${errorOf(outcome) ?? "(none)"}`,
    `Exit Code: ${outcome.kind === "exited" ? outcome.code : "(none)"}`,
    `Signal: ${outcome.kind === "signalled" ? outcome.signal : "(none)"}`,
  ].join("\n");
  return failedResult(text, ToolErrorType.DiscoveredToolExecutionError);
}

function errorOf(outcome: RunOutcome): string | undefined {
  switch (outcome.kind) {
    case "exited":
    case "signalled":
      return undefined;
    case "timedOut":
      return `It took longer than ${outcome.timeoutMs / 1000} s and was ended.`;
    case "flooded":
      return `It printed more than ${mostBytes / 1024 / 1024} MiB and was ended.`;
    default:
      return outcome.message;
  }
}

function cut(text: string): string {
  return text.length <= shownBytes ? text : `${text.slice(0, shownBytes)}… (${text.length - shownBytes} more characters)`;
}
