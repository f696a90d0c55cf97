import { clientAsks } from "../../../clients/client.js";
import { antigravityHook, fromRoot } from "../../../clients/client-hook.js";
import { pluginServer } from "../../model.js";
import { defineEmitter } from "../../output-file.js";
import { printJson } from "../print/literal.js";
import { bundleFacts, bundleFiles, bundleModel, serverIn } from "./bundle-files.js";

/**
 * Finds the plugin, and runs its server in the folder that the client was started in. It is a program for `node -e`:
 * the client has no variable for a plugin's folder. The user's plugin comes before a project's of the same name, which
 * is looked for in no folder above: a cloned repository mustn't run its own code in place of it.
 */
const launcher =
  'const{join}=require("path"),{existsSync}=require("fs"),{argv,cwd,exit}=process,[,name,file]=argv,own=join("plugins",name,file);' +
  'const found=[join(require("os").homedir(),".gemini/config",own),join(cwd(),".agents",own)].find((one)=>existsSync(one));' +
  'if(!found){console.error("the plugin "+name+" is not in ~/.gemini/config/plugins, nor in .agents/plugins here");exit(1)}' +
  'argv.splice(1,2,found);require("module").runMain()';

/**
 * A plugin for Antigravity CLI (docs/bundles.md). Its hook is started in the plugin's folder, and can only deny: the
 * client asks before each call that no rule of its user allows. It names the plugin's server `PLUGIN_SERVER`.
 */
export const antigravityPlugin = defineEmitter({
  name: "antigravity-plugin",
  targets: ["antigravity-plugin"],
  emit: async (whole, assets, services) => {
    if (!whole.project.targets["antigravity-plugin"].isBuilt) return [];
    const model = bundleModel("antigravity-plugin", whole);
    const { name, description } = bundleFacts("antigravity-plugin", model);
    const server = { command: "node", args: ["-e", launcher, name, serverIn(model), clientAsks] };
    const start = { client: "antigravity", prefix: `${name}_${pluginServer}/`, program: fromRoot(model.project), scope: "user" } as const;
    const file = (path: string, value: Parameters<typeof printJson>[0]) => ({
      path: `antigravity-plugin/${path}`,
      text: printJson(value),
      executable: false,
      shared: true as const,
    });
    return [
      file("plugin.json", { name, description }),
      file("mcp_config.json", { mcpServers: { [pluginServer]: server } }),
      file("hooks.json", { [name]: { PreToolUse: [antigravityHook(start)] } }),
      ...(await bundleFiles("antigravity-plugin", { model, assets, services })),
    ];
  },
});
