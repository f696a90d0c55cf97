import { writeAll } from "./write-all.js";

/** Says on standard error that standard output took no more, as far as even that can be said. */
export function reportStdoutError(program: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  // Node's messages are "ENOSPC: no space left on device, writev".
  const reason = /^[A-Z0-9]+: (.+), \w+$/.exec(message)?.[1] ?? message;
  try {
    writeAll(2, `${program}: standard output can't be written: ${reason}.\n`);
  } catch {
    // Both streams lead to the same full disk: the exit code alone tells.
  }
}
