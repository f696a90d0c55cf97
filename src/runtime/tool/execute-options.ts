/** What a call is carried out with (Gemini CLI's `ExecuteOptions`). */
export interface ExecuteOptions {
  /** Aborting ends the call and all its processes. */
  readonly abortSignal: AbortSignal;
  /** Is told of output while the tool runs, where the tool can (`canUpdateOutput`): each time the whole of it so far, of which the end is kept once it is longer than a result may be. */
  readonly updateOutput?: (output: string) => void;
}
