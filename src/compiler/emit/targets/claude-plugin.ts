import { clientAsks } from "../../../clients/client.js";
import { fromRoot, preToolUse } from "../../../clients/client-hook.js";
import { pluginPrefix, pluginServer } from "../../model.js";
import { defineEmitter } from "../../output-file.js";
import { printJson } from "../print/literal.js";
import { bundleFacts, bundleFiles, bundleModel, serverIn } from "./bundle-files.js";

/** The plugin's folder, in its commands. */
const root = "${CLAUDE_PLUGIN_ROOT}";

/**
 * A plugin for Claude Code (docs/bundles.md). The client starts its server in the folder that it was started in itself,
 * which is the workspace. A plugin can't bring permissions, so its hook decides about calls, and the server doesn't
 * ask.
 */
export const claudePlugin = defineEmitter({
  name: "claude-plugin",
  targets: ["claude-plugin"],
  emit: async (whole, assets, services) => {
    if (!whole.project.targets["claude-plugin"].isBuilt) return [];
    const model = bundleModel("claude-plugin", whole);
    const { name, version, description, author } = bundleFacts("claude-plugin", model);
    const server = { command: "node", args: [`${root}/${serverIn(model)}`, clientAsks] };
    // `user`: the hook decides for the folder that the client was started in, as its settings for all folders do.
    const hook = preToolUse({ client: "claude", prefix: pluginPrefix(name), program: fromRoot(model.project, root), scope: "user" });
    const file = (path: string, value: Parameters<typeof printJson>[0]) => ({
      path: `claude-plugin/${path}`,
      text: printJson(value),
      executable: false,
      shared: true as const,
    });
    return [
      file(".claude-plugin/plugin.json", { name, version, description, author: { name: author } }),
      file(".mcp.json", { mcpServers: { [pluginServer]: server } }),
      file("hooks/hooks.json", { hooks: { PreToolUse: [hook] } }),
      ...(await bundleFiles("claude-plugin", { model, assets, services })),
    ];
  },
});
