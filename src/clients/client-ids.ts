/**
 * The clients that `toolgen install` knows, in the order of its help. Separate from their descriptions, so that help
 * loads none of these.
 */
export const clientIds = [
  "claude",
  "codex",
  "opencode",
  "copilot",
  "gemini",
  "qwen",
  "cline",
  "pi",
  "vscode",
  "cursor",
  "zed",
  "windsurf",
  "junie",
  "claude-desktop",
] as const;

export type ClientId = (typeof clientIds)[number];
