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
