import type { FileDiff } from "./file-diff.js";
import type { PartListUnion } from "./part.js";
import type { ToolErrorType } from "./tool-error-type.js";

/** The result of executing a tool (Gemini CLI's `ToolResult`). */
export interface ToolResult {
  /** The result for the model's history: text, or parts if there are images and the like. */
  readonly llmContent: PartListUnion;
  /** The text for users. */
  readonly returnDisplay: ToolResultDisplay;
  /** Present if the call failed. `message` is the reason, for the model that must react to it. */
  readonly error?: ToolResultError;
  /** Additional data for programs. */
  readonly data?: Record<string, unknown>;
  /** How a client may show the call. Tools made of specs omit it. */
  readonly display?: ToolDisplay;
  /** Another tool to call at once instead of returning a result. Tools made of specs never use it. */
  readonly tailToolCallRequest?: { readonly name: string; readonly args: Record<string, unknown> };
}

/** The failure of a call: a message, and its type. */
export interface ToolResultError {
  readonly message: string;
  readonly type?: ToolErrorType;
}

/** A text (Markdown if the tool says so: `isOutputMarkdown`), or the change of a file. */
export type ToolResultDisplay = string | FileDiff;

/** How a client displays a call (`ToolDisplay` of Gemini CLI 0.61). */
export interface ToolDisplay {
  readonly name?: string;
  readonly description?: string;
  /** The result in one line. */
  readonly resultSummary?: string | null;
  readonly format?: "auto" | "compact" | "box" | "hidden" | "notice";
}
