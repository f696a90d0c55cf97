import { UsageError } from "../usage-error.js";
import type { Terminal } from "./terminal.js";

/** For commands that stream standard input: refuses one that would only seem to be empty. */
export function requireStdin({ stdin }: Terminal): void {
  const code = stdin.problem();
  if (code !== undefined) throw new UsageError(`Standard input could not be read (${code}).`);
}
