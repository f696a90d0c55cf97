import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentProgram, edit, modules, platform, start } from "./program.js";

export const claudeProgram = `${modules}/@anthropic-ai/claude-code-${platform}/claude`;

export const claude: AgentProgram = {
  isInstalled: existsSync(claudeProgram),
  prefix: "mcp__toolgen__",
  run: (run) =>
    start([claudeProgram, "-p", "go on", "--output-format", "stream-json", "--verbose"], run, {
      ANTHROPIC_BASE_URL: run.modelUrl,
      ANTHROPIC_API_KEY: "x",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
    }),
  trust: (home, folder) =>
    edit(join(home, ".claude.json"), (text) =>
      JSON.stringify({ ...JSON.parse(text || "{}"), projects: { [folder]: { hasTrustDialogAccepted: true } } }),
    ),
};
