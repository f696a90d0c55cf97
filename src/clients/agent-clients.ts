import { claude } from "./claude.js";
import { claudeDesktop } from "./claude-desktop.js";
import type { AgentClient } from "./client.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { cursor } from "./cursor.js";
import { gemini } from "./gemini.js";
import { junie } from "./junie.js";
import { opencode } from "./opencode.js";
import { pi } from "./pi.js";
import { qwen } from "./qwen.js";
import { vscode } from "./vscode.js";
import { windsurf } from "./windsurf.js";
import { zed } from "./zed.js";

/** Every client that `toolgen install` knows, in the order of its help. */
export const agentClients: readonly AgentClient[] = [
  claude,
  codex,
  opencode,
  copilot,
  gemini,
  qwen,
  cline,
  pi,
  vscode,
  cursor,
  zed,
  windsurf,
  junie,
  claudeDesktop,
];
