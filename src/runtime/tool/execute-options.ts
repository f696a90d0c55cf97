/** The options of executing a call (Gemini CLI's `ExecuteOptions`). */
export interface ExecuteOptions {
  /** Aborting ends the call and all its processes. */
  readonly abortSignal: AbortSignal;
  /**
   * Called with output while the tool runs, if the tool supports it (`canUpdateOutput`): each time the whole output so
   * far, of which only the end is kept once it is longer than a result may be.
   */
  readonly updateOutput?: (output: string) => void;
}
