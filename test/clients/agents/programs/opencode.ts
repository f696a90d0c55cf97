import { existsSync } from "node:fs";
import { type AgentProgram, modules, platform, start } from "./program.js";

const program = `${modules}/opencode-${platform}/bin/opencode`;

/** A run ends where it would ask. It needs no trust. */
export const opencode: AgentProgram = {
  isInstalled: existsSync(program),
  prefix: "toolgen_",
  run: (run) => {
    const options = { baseURL: `${run.modelUrl}/v1`, apiKey: "x" };
    const provider = { loopback: { npm: "@ai-sdk/openai-compatible", options, models: { m: { name: "m", tool_call: true } } } };
    return start([program, "run", "--model", "loopback/m", "--print-logs", "go on"], run, {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider,
        model: "loopback/m",
        small_model: "loopback/m",
        share: "disabled",
        autoupdate: false,
      }),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    });
  },
};
