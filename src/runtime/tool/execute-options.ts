/** What a call is carried out with (Gemini CLI's `ExecuteOptions`). */
export interface ExecuteOptions {
  /** Aborting ends the call and all its processes. */
  readonly abortSignal: AbortSignal;
  /** Is told of output while the tool runs, where the tool can (`canUpdateOutput`): each time the whole of it so far, cut to what a result may hold. */
  readonly updateOutput?: (output: string) => void;
}
