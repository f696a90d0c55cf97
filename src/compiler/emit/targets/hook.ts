import { assetFile, defineEmitter } from "../../output-file.js";

/**
 * The program that agent clients start before they send a call to the MCP server, beside the tools that it decides on.
 */
export const hook = defineEmitter({
  name: "hook",
  targets: ["mcp"],
  emit: (_, assets) => [assetFile(assets, "hook.cjs", "bin/hook", true)],
});
