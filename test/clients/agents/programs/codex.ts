import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentProgram, edit, modules, platform, start } from "./program.js";

/** Without a user, it refuses the calls that it would ask about. */
export const codex: AgentProgram = {
  isInstalled: existsSync(`${modules}/@openai/codex-${platform}`),
  prefix: "mcp__toolgen.",
  run: (run) => {
    const provider = [
      'model_provider="loopback"',
      'model="m"',
      `model_providers.loopback={name="loopback",base_url="${run.modelUrl}/v1",wire_api="responses"}`,
    ];
    const args = ["exec", "--skip-git-repo-check", ...provider.flatMap((one) => ["-c", one]), ...(run.flags ?? []), "go on"];
    return start([process.execPath, `${modules}/@openai/codex/bin/codex.js`, ...args], run, { CODEX_HOME: `${run.home}/.codex` });
  },
  trust: (home, folder) =>
    edit(join(home, ".codex/config.toml"), (text) => `${text}\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`),
};
