import { existsSync } from "node:fs";
import { type AgentProgram, modules, start } from "./program.js";

const script = `${modules}/@qwen-code/qwen-code/cli-entry.js`;

/** It tells its model of a server's tools when that looks for them, but runs one that is called by its name. */
export const qwen: AgentProgram = {
  isInstalled: existsSync(script),
  prefix: "mcp__toolgen__",
  isDeferred: true,
  run: (run) =>
    start([process.execPath, script, "-p", "go on", "--auth-type", "openai", "--output-format", "stream-json"], run, {
      OPENAI_BASE_URL: `${run.modelUrl}/v1`,
      OPENAI_API_KEY: "x",
      OPENAI_MODEL: "m",
    }),
  declaredIn: (stdout) => {
    const { tools = [] }: { readonly tools?: readonly string[] } = JSON.parse(stdout.split("\n")[0] ?? "");
    return tools;
  },
};
