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
