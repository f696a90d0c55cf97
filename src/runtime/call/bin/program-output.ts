import type { CallResult, FailedCall } from "../../contract/call-result.js";
import type { NotStarted } from "../../contract/run-outcome.js";
import { bytesOverLimit } from "../../result/bytes-over-limit.js";
import { callResultText } from "../../result/call-result-text.js";
import { cutText } from "../../result/join-truncated.late.js";

/** The exit code and the output of the `call` program. */
export interface ProgramOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Exit codes of `call` that don't depend on the tool. */
export const callExitCodes = { done: 0, failed: 1, refused: 2, internal: 70, timedOut: 124, notExecutable: 126, notFound: 127 } as const;

/** Renders the result of a call as the output of a program. */
export function programOutput(result: CallResult): ProgramOutput {
  if (result.kind === "done") return { exitCode: callExitCodes.done, stdout: result.text, stderr: "" };
  const text = callResultText(result);
  // Only lines of a spec's author can be that long.
  const stderr = bytesOverLimit(text) === 0 ? text : cutText(text);
  if (result.kind !== "failed") return { exitCode: callExitCodes.refused, stdout: "", stderr };
  return { exitCode: failureCode(result), stdout: result.stdout, stderr };
}

/** Renders the reason why a call can't be prepared. Its exit code is always that of a refusal, because nothing ran. */
export const unpreparedOutput = (result: CallResult): ProgramOutput => ({ ...programOutput(result), exitCode: callExitCodes.refused });

/** Says on standard error why nothing was run. */
export const refusedOutput = (stderr: string): ProgramOutput => ({ exitCode: callExitCodes.refused, stdout: "", stderr });

function failureCode({ reason }: FailedCall): number {
  switch (reason.code) {
    case "timed-out":
    case "slow-arguments":
      return callExitCodes.timedOut;
    case "signalled":
      return 128 + process.getBuiltinModule("node:os").constants.signals[reason.signal];
    case "not-started":
      return startCodes[reason.kind];
    default:
      return callExitCodes.failed;
  }
}

const startCodes: Readonly<Record<NotStarted["kind"], number>> = {
  notFound: callExitCodes.notFound,
  notExecutable: callExitCodes.notExecutable,
  unavailable: callExitCodes.failed,
  tooLong: callExitCodes.failed,
  unstartable: callExitCodes.failed,
};
