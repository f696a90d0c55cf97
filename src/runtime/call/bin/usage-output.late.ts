import { callExitCodes, type ProgramOutput, refusedOutput } from "./program-output.js";

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
