import { stdinProblem } from "../runtime/call/stdin-problem.js";
import { UsageError } from "./usage-error.js";

/** For commands that read standard input as it comes: refuses one that would only seem to be empty. */
export function requireStdin(): void {
  const code = stdinProblem();
  if (code !== undefined) throw new UsageError(`Standard input could not be read (${code}).`);
}
