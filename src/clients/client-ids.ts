/** The clients that `toolgen install` knows, in the order of its help. Apart from what is known of them, so that help loads none of it. */
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
