import { basename } from "node:path";
import type { ExitMeaning, ToolDefinition } from "../contract/definition.js";
import type { FailureReason } from "../contract/failure-reason.js";
import type { Ended, Exited, RunOutcome } from "../contract/run-outcome.js";
import { answerReason, pageText } from "./answer-line.late.js";
import { lastStates } from "./last-states.late.js";
import { mcpText } from "./mcp-text.js";
import { type FailedReport, isBlankBytes, output } from "./report.js";
import type { Limits } from "./within-limits.js";

/** The report of a program that did not start, or that was ended before it exited. */
export function unfinished(outcome: Exclude<RunOutcome, Exited>, tool: ToolDefinition): FailedReport {
  const program = programOf(tool);
  switch (outcome.kind) {
    case "notFound":
      return failedStart({ code: "not-started", kind: outcome.kind, message: outcome.message, install: tool.install });
    case "notExecutable":
    case "unavailable":
    case "tooLong":
    case "unstartable":
      return failedStart({ code: "not-started", kind: outcome.kind, message: outcome.message });
    case "timedOut":
      return failedReport(outcome, tool, { code: "timed-out", program, timeoutMs: outcome.timeoutMs });
    case "signalled":
      return failedReport(outcome, tool, { code: "signalled", program, signal: outcome.signal });
    case "flooded":
      return failedReport(outcome, tool, { code: "flooded", program });
  }
}

const failedStart = (reason: FailureReason): FailedReport => ({ kind: "failed", reason, stdout: [], stderr: [] });

/** The report of a program whose exit code is a failure: `meaning` is the spec's advice about it. */
export function failedExit(outcome: Exited, tool: ToolDefinition, meaning: ExitMeaning | undefined): FailedReport {
  // A failure shows what the handler's process would have printed.
  const stdout = outcome.isText ? Buffer.from(mcpText(outcome.stdout.toString())) : outcome.stdout;
  if (tool.http !== undefined)
    return failedReport({ ...outcome, stdout: pageText(outcome) }, tool, answerReason(outcome, tool, meaning?.text));
  return failedReport({ ...outcome, stdout }, tool, exitReason(outcome.code, tool, meaning?.text));
}

function exitReason(exit: number, { command }: ToolDefinition, advice: string | undefined): FailureReason {
  if (command?.handler !== undefined) return { code: "handler-failed", exit, advice };
  return { code: "exited", program: command && basename(command.program), exit, advice };
}

/**
 * The report of a program that succeeded and printed what its tool doesn't promise: The text puts `problem` after
 * "but".
 */
export function unreadableResult(outcome: Exited, tool: ToolDefinition, problem: string): FailedReport {
  return failedReport(outcome, tool, { code: "unreadable-result", program: programOf(tool), format: tool.output.format, problem });
}

const programOf = ({ command }: ToolDefinition) => (command === undefined ? undefined : basename(command.program));

/** A failure with what the program printed. */
export function failedReport(
  { stdout, stderr, notes, isKept }: Pick<Ended, "stdout" | "stderr" | "notes" | "isKept">,
  tool: ToolDefinition,
  reason: FailureReason,
): FailedReport {
  const both: Limits = { ...tool.output, keep: "both" };
  return {
    kind: "failed",
    reason,
    stdout: isBlankBytes(stdout) ? [] : [{ ...output("stdout", lastStates(stdout, tool.output), tool.output), isKept }],
    stderr: isBlankBytes(stderr) ? [] : [output("stderr", lastStates(stderr, both), both)],
    notes,
  };
}
