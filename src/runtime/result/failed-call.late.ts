import type { FailedCall } from "../contract/call-result.js";
import { joinLines } from "./bytes-over-limit.js";
import { failureLines } from "./failure-lines.late.js";
import { joinParts } from "./join-parts.js";
import type { FailedReport, KeepFull } from "./report.js";

interface Cut {
  readonly tool: string;
  readonly keepFull: KeepFull;
  readonly mostBytes: number | undefined;
}

/** The result of a failure, its streams cut so that standard error has room for the lines that come before it. */
export function failedCall({ reason, stdout, stderr, notes }: FailedReport, { tool, keepFull, mostBytes }: Cut): FailedCall {
  const before = [...failureLines(tool, reason), ...(notes ?? [])].map((line) => `${line}\n`).reduce(joinLines, "");
  return {
    kind: "failed",
    tool,
    reason,
    stdout: joinParts(stdout, keepFull, { mostBytes }),
    stderr: joinParts(stderr, keepFull, { mostBytes, before }),
    ...(notes !== undefined && { notes }),
  };
}
