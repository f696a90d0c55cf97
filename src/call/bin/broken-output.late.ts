import { isLostFolder } from "../../contract/process.js";
import { writeAll } from "../../contract/stdio.js";
import { callExitCodes, type ProgramOutput, refusedOutput } from "../shape-result.js";
import { corruptOutputMessage } from "../start-problem.late.js";

/** The answer to a call that failed for a reason which no part of the program expects. */
export function brokenOutput(error: unknown): ProgramOutput {
  const [message] = String(error instanceof Error ? error.message : error).split("\n");
  if (isLostFolder(error))
    return {
      exitCode: callExitCodes.refused,
      stdout: "",
      stderr: "Nothing was run: the folder that call was started in no longer exists.\n",
    };
  if (isLostModule(error)) return { exitCode: callExitCodes.internal, stdout: "", stderr: `${corruptOutputMessage(message ?? "")}\n` };
  return { exitCode: callExitCodes.internal, stdout: "", stderr: `toolgen internal error: ${message}\n` };
}

/** Returns true if the error is about a missing file that only some calls need. */
const isLostModule = (error: unknown) => error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";

const usage = `Usage: call TOOL < PARAMS
Runs a tool of this project. PARAMS is one JSON object on standard input; none at all stands for {}.
Exit codes: 0 done, 1 the tool failed, 2 the call was refused, 124 timed out, 126 not executable, 127 not found, 128+n ended by
signal n, 70 a bug in toolgen.
`;

/** Returns the result for a command line that doesn't name exactly one tool. */
export function usageOutput(name: string | undefined, more: readonly string[]): ProgramOutput {
  if (name === "--help" || name === "-h") return { exitCode: callExitCodes.done, stdout: usage, stderr: "" };
  if (more.length === 0) return refusedOutput(usage);
  return refusedOutput(`call takes only the name of a tool; parameters come on standard input.\n${usage}`);
}

/** Reports a failed write to standard output on standard error, if that is still writable. */
export function reportStdoutError(program: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // Node's messages are "ENOSPC: no space left on device, writev".
  const reason = /^[A-Z0-9]+: (.+), \w+$/.exec(message)?.[1] ?? message;
  try {
    writeAll(2, `${program}: standard output can't be written: ${reason}.\n`);
  } catch {
    // Both streams lead to the same full disk: only the exit code reports it.
  }
}
