/** What a call answers to the client that started it: `exitCode` is that of the `call` program (DESIGN, "Decided"). */
export interface ToolOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Exit codes of `call` that don't depend on the tool. */
export const exitCodes = { done: 0, failed: 1, refused: 2, internal: 70, timedOut: 124, notExecutable: 126, notFound: 127 } as const;
