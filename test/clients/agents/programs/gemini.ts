import { existsSync } from "node:fs";
import { geminiScript } from "../../gemini-cli/program.js";
import { type AgentProgram, start } from "./program.js";

/** With a model named, it doesn't ask a small one which to use. Unattended, it declares only what it may run without a question. A person's trust in the folder is said by a variable. */
export const gemini: AgentProgram = {
  isInstalled: existsSync(geminiScript),
  prefix: "discovered_tool_",
  run: (run) =>
    start([process.execPath, geminiScript, "--model", "m", "--prompt", "go on"], run, {
      GEMINI_API_KEY: "x",
      GOOGLE_GEMINI_BASE_URL: run.modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_CLI_NO_RELAUNCH: "1",
    }),
};
