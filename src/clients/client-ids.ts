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
  "antigravity",
  "qwen",
  "cline",
  "pi",
  "vscode",
  "cursor",
  "zed",
  "windsurf",
  "junie",
  "claude-desktop",
  "kiro",
  "kilo",
  "auggie",
  "factory",
  "crush",
  "amp",
  "continue",
] as const;

/** Those with settings in a project, which `toolgen init` can set up. */
export const projectClientIds = [
  "claude",
  "codex",
  "opencode",
  "copilot",
  "gemini",
  "antigravity",
  "qwen",
  "pi",
  "vscode",
  "cursor",
  "junie",
  "kiro",
  "kilo",
  "factory",
  "crush",
  "amp",
  "continue",
] as const satisfies readonly (typeof clientIds)[number][];

export type ClientId = (typeof clientIds)[number];
