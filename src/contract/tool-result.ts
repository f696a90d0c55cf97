import type { RunOutcome } from "./call-result.js";
import type { FileDiff } from "./confirmation.js";
import type { JsonObject } from "./json-value.js";
import type { Problem } from "./problem.js";

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

/**
 * The result of a tool that declares its data (`output.schema`), such as `WeatherResult` of a generated module. The
 * copied members let an interface be data, too.
 */
export interface TypedResult<TData extends object> extends ToolResult {
  readonly data?: { [Key in keyof TData]: TData[Key] };
}

/** The result of a failed call. */
export interface FailedResult extends ToolResult {
  readonly error: ToolResultError;
  readonly data?: never;
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

/**
 * Content for a model, in the form of Gemini's API (`Part` of `@google/genai`). Other providers' forms are made from
 * these.
 */
export interface ContentPart {
  readonly text?: string;
  /** Bytes in base64. */
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string };
  readonly functionCall?: FunctionCall;
  readonly functionResponse?: FunctionResponse;
}

/** A part of a result for the model, or its text. */
export type PartUnion = ContentPart | string;

/** The type of a result's `llmContent`. It is a plain array, as in the published type. */
export type PartListUnion = PartUnion | PartUnion[];

/** A model's request to call a tool. Nothing in it is trusted. */
export interface FunctionCall {
  /** Returned unchanged in the response. Some providers send none. */
  readonly id?: string;
  readonly name?: string;
  readonly args?: Record<string, unknown>;
}

/** The response to the model. `response` has `output` if the tool succeeded, and `error` if it didn't, both texts. */
export interface FunctionResponse {
  readonly id?: string;
  readonly name?: string;
  readonly response?: Record<string, unknown>;
}

/**
 * Kinds of failure, with the values of Gemini CLI's `ToolErrorType` (`@google/gemini-cli-core` 0.61). Tools made of
 * specs fail with `InvalidToolParams`, `ExecutionFailed` or `UnhandledException`; the registry and the flow of calls
 * add `ToolNotRegistered`, `PolicyViolation`, `DiscoveredToolExecutionError` and `McpToolError`. Tools of other
 * programs may report the others.
 */
export const ToolErrorType = {
  PolicyViolation: "policy_violation",
  InvalidToolParams: "invalid_tool_params",
  Unknown: "unknown",
  UnhandledException: "unhandled_exception",
  ToolNotRegistered: "tool_not_registered",
  ExecutionFailed: "execution_failed",
  FileNotFound: "file_not_found",
  FileWriteFailure: "file_write_failure",
  ReadContentFailure: "read_content_failure",
  AttemptToCreateExistingFile: "attempt_to_create_existing_file",
  FileTooLarge: "file_too_large",
  PermissionDenied: "permission_denied",
  NoSpaceLeft: "no_space_left",
  TargetIsDirectory: "target_is_directory",
  PathNotInWorkspace: "path_not_in_workspace",
  SearchPathNotFound: "search_path_not_found",
  SearchPathNotADirectory: "search_path_not_a_directory",
  EditPreparationFailure: "edit_preparation_failure",
  EditNoOccurrenceFound: "edit_no_occurrence_found",
  EditExpectedOccurrenceMismatch: "edit_expected_occurrence_mismatch",
  EditNoChange: "edit_no_change",
  EditNoChangeLlmJudgement: "edit_no_change_llm_judgement",
  GlobExecutionError: "glob_execution_error",
  GrepExecutionError: "grep_execution_error",
  LsExecutionError: "ls_execution_error",
  PathIsNotADirectory: "path_is_not_a_directory",
  McpToolError: "mcp_tool_error",
  McpResourceNotFound: "mcp_resource_not_found",
  MemoryToolExecutionError: "memory_tool_execution_error",
  ReadManyFilesSearchError: "read_many_files_search_error",
  ShellExecuteError: "shell_execute_error",
  SandboxExpansionRequired: "sandbox_expansion_required",
  DiscoveredToolExecutionError: "discovered_tool_execution_error",
  WebFetchNoUrlInPrompt: "web_fetch_no_url_in_prompt",
  WebFetchFallbackFailed: "web_fetch_fallback_failed",
  WebFetchProcessingError: "web_fetch_processing_error",
  WebSearchFailed: "web_search_failed",
  StopExecution: "stop_execution",
} as const;

export type ToolErrorType = (typeof ToolErrorType)[keyof typeof ToolErrorType];

/** Makes the result of a failure: the same text for the model and for people. */
export function failedResult(error: unknown, type: ToolErrorType): FailedResult {
  const message = error instanceof Error ? error.message : String(error);
  return { llmContent: message, returnDisplay: message, error: { message, type } };
}

/** The text parts of a content: for people, for logs, and for models that accept only text. */
export function contentText(content: PartListUnion): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === "string" ? part : part.text))
    .filter((text) => text !== undefined)
    .join("\n");
}

/** The limit of Gemini CLI for the output of a discovery command. */
export const mostBytes = 10 * 1024 * 1024;
const shownBytes = 20_000;

/**
 * Converts the output of a program that runs discovered tools, as Gemini CLI does: standard output is the result if the
 * program exits with 0 and prints nothing on standard error; any other outcome is a failure with all details.
 */
export function resultOfOutput(outcome: RunOutcome): ToolResult {
  const printed =
    "stdout" in outcome ? { stdout: outcome.stdout.toString(), stderr: outcome.stderr.toString() } : { stdout: "", stderr: "" };
  if (outcome.kind === "exited" && outcome.code === 0 && printed.stderr === "") {
    return { llmContent: printed.stdout, returnDisplay: printed.stdout };
  }
  const text = [
    `Stdout: ${cut(printed.stdout) || "(empty)"}`,
    `Stderr: ${cut(printed.stderr) || "(empty)"}`,
    `Error: ${errorOf(outcome) ?? "(none)"}`,
    `Exit Code: ${outcome.kind === "exited" ? outcome.code : "(none)"}`,
    `Signal: ${outcome.kind === "signalled" ? outcome.signal : "(none)"}`,
  ].join("\n");
  return failedResult(text, ToolErrorType.DiscoveredToolExecutionError);
}

function errorOf(outcome: RunOutcome): string | undefined {
  switch (outcome.kind) {
    case "exited":
    case "signalled":
      return undefined;
    case "timedOut":
      return `It took longer than ${outcome.timeoutMs / 1000} s and was ended.`;
    case "flooded":
      return `It printed more than ${mostBytes / 1024 / 1024} MiB and was ended.`;
    default:
      return outcome.message;
  }
}

function cut(text: string): string {
  return text.length <= shownBytes ? text : `${text.slice(0, shownBytes)}… (${text.length - shownBytes} more characters)`;
}

/** A tool's declaration for a model, in the form of Gemini's API. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parametersJsonSchema: JsonObject;
}

/** Arguments were refused. The message is written for the model that must correct its call. */
export class InvalidParamsError extends Error {
  override readonly name = "InvalidParamsError";
  /** True if the audit log has a line of the call. */
  readonly isLogged: boolean;
  /** The problems as codes with their facts. `problemText` renders one. */
  readonly problems: readonly Problem[];

  constructor(
    message: string,
    { isLogged = false, problems = [] }: { readonly isLogged?: boolean; readonly problems?: readonly Problem[] } = {},
  ) {
    super(message);
    this.isLogged = isLogged;
    this.problems = problems;
  }
}
