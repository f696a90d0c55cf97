/**
 * How long users may take to answer over MCP: ten minutes. As a server (docs/mcp.md), `askNow` waits that long for its
 * client, and a signed question (`QuestionStates`) is valid that long. As a client, a registry waits that long for its
 * `onElicitation`. In programs that embed toolgen, `confirmTimeoutMs` of `askToConfirm` is the limit. `toolgen run` and
 * pi wait for their user without one.
 */
export const answerTimeMs = 600_000;
