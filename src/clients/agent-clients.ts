import { antigravity } from "./agents/antigravity.js";
import { claude, claudeDesktop } from "./agents/claude.js";
import { cline } from "./agents/cline.js";
import { codex } from "./agents/codex.js";
import { copilot } from "./agents/copilot.js";
import { cursor } from "./agents/cursor.js";
import { gemini } from "./agents/gemini.js";
import { junie } from "./agents/junie.js";
import { pi } from "./agents/pi.js";
import { qwen } from "./agents/qwen.js";
import { vscode } from "./agents/vscode.js";
import { windsurf } from "./agents/windsurf.js";
import { zed } from "./agents/zed.js";
import type { AgentClient } from "./client.js";
import { opencode } from "./opencode.js";

/** Every client that `toolgen install` knows, in the order of its help. */
export const agentClients: readonly AgentClient[] = [
  claude,
  codex,
  opencode,
  copilot,
  gemini,
  antigravity,
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
