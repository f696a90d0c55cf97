import { pluginServer } from "../../model/plugin-prefix.js";
import { bundleFacts } from "../bundle/bundle-facts.js";
import { bundleFiles, bundleModel, serverIn } from "../bundle/bundle-files.js";
import { defineEmitter } from "../output-file.js";
import { printJson } from "../print/json.js";

/**
 * A plugin for Claude Code (docs/bundles.md). The client starts its server in the folder that it was started in itself,
 * which is the workspace. A plugin can't bring permissions, so the server asks about calls that need it.
 */
export const claudePlugin = defineEmitter({
  name: "claude-plugin",
  targets: ["claude-plugin"],
  emit: async (whole, assets, means) => {
    if (!whole.project.targets["claude-plugin"].isBuilt) return [];
    const model = bundleModel("claude-plugin", whole);
    const { name, version, description, author } = bundleFacts("claude-plugin", model);
    const server = { command: "node", args: [`\${CLAUDE_PLUGIN_ROOT}/${serverIn(model)}`] };
    const file = (path: string, value: Parameters<typeof printJson>[0]) => ({
      path: `claude-plugin/${path}`,
      text: printJson(value),
      executable: false,
      shared: true as const,
    });
    return [
      file(".claude-plugin/plugin.json", { name, version, description, author: { name: author } }),
      file(".mcp.json", { mcpServers: { [pluginServer]: server } }),
      ...(await bundleFiles("claude-plugin", { model, assets, means })),
    ];
  },
});
