import { writeAll } from "./write-all.js";

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
