/**
 * How long a client of the MCP server may take to answer a question (docs/mcp.md): ten minutes. `askNow` waits that
 * long, and a signed question (`QuestionStates`) is valid that long. In programs that embed toolgen, `confirmTimeoutMs`
 * of `askToConfirm` is the limit. `toolgen run` and pi wait for their user without one.
 */
export const confirmationTimeMs = 600_000;
