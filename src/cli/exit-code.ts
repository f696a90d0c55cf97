/**
 * The exit codes of the compiler's commands. Those of `call` are `callExitCodes`
 * (`runtime/call/bin/program-output.ts`). A command that signal n interrupts ends with 128 + n (`io/interruptible.ts`).
 */
export const exitCode = {
  done: 0,
  /**
   * Diagnostics of severity error, differences between the specs and the files on disk, or output that can't be
   * written.
   */
  failed: 1,
  usage: 2,
  /** A run of an agent loop that can be resumed: it was paused, or has reached a limit. */
  unfinished: 3,
  /** An internal error. */
  bug: 70,
  /** A command that would go on, and was ended because its output lost its reader: a shell's code for SIGPIPE. */
  readerGone: 141,
} as const;
