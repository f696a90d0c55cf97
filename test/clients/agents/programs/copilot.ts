import { existsSync } from "node:fs";
import { type AgentProgram, modules, platform, start } from "./program.js";

const program = `${modules}/@github/copilot-${platform}/copilot`;

/** With a model of the user's own it needs no account. The folder is trusted for the run. */
export const copilot: AgentProgram = {
  isInstalled: existsSync(program),
  prefix: "toolgen-",
  run: (run) =>
    start([program, "-p", "go on", "--trust-folder", "--disable-builtin-mcps", "--output-format", "json"], run, {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${run.modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "x",
      COPILOT_MODEL: "m",
      COPILOT_AUTO_UPDATE: "false",
    }),
};
