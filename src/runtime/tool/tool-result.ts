/** What carrying out a tool came to. */
export interface ToolResult {
  /** What happened, for the model's history. */
  readonly llmContent: string;
  /** What people are shown: Markdown where the tool says so (`isOutputMarkdown`), else plain text. */
  readonly returnDisplay: string;
  /** There if the call failed. `message` is the reason, for the model that must act on it. */
  readonly error?: ToolResultError;
}

export interface ToolResultError {
  readonly message: string;
  readonly type?: ToolErrorType;
}

/** Kinds of failure, in the words of Gemini CLI's `ToolErrorType`. */
export type ToolErrorType = "invalid_tool_params" | "execution_failed" | "unhandled_exception";
