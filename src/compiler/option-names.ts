/** The forms in which models see tools, by the names that the command line gives them. */
export const showingNames = ["mcp", "mcp-open", "gemini", "registry"] as const;

export type ShowingName = (typeof showingNames)[number];

/**
 * The clients and APIs whose losses `toolgen portability` reports. Apart from what is known of them, so that help loads
 * none of it.
 */
export const dialectIds = [
  "claude",
  "codex",
  "opencode",
  "copilot",
  "gemini",
  "qwen",
  "openai",
  "openai-strict",
  "anthropic",
  "gemini-api",
] as const;

export type DialectId = (typeof dialectIds)[number];
