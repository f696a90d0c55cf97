import { existsSync } from "node:fs";
import { type AgentProgram, modules, platform, start } from "./program.js";

const program = `${modules}/@cline/cli-${platform}/bin/cline`;

/** It approves every call. */
export const cline: AgentProgram = {
  isInstalled: existsSync(program),
  prefix: "toolgen__",
  run: async (run) => {
    const env = { CLINE_NO_AUTO_UPDATE: "1", CLINE_TELEMETRY_DISABLED: "1" };
    const signedIn = await start([program, "auth", "-p", "openai", "-k", "x", "-m", "m", "-b", `${run.modelUrl}/v1`], run, env);
    return signedIn.status === 0 ? start([program, "--json", "go on"], run, env) : signedIn;
  },
};
