import type { JsonObject } from "../../../contract/json-value.js";
import type { Model } from "../../model.js";
import { defineEmitter } from "../../output-file.js";
import { toolDescription } from "../../tool-model.js";
import { printJson } from "../print/literal.js";
import { bundleFacts, bundleFiles, bundleModel, bundleSecrets, serverIn } from "./bundle-files.js";

/** The version of the manifest's format that `@anthropic-ai/mcpb` 2.1 calls the latest. */
const manifestVersion = "0.4";

/**
 * An MCP bundle for Claude Desktop (docs/bundles.md). A window has no working directory, so the user chooses the
 * workspace when the bundle is installed.
 */
export const mcpb = defineEmitter({
  name: "mcpb",
  targets: ["mcpb"],
  emit: async (whole, assets, services) => {
    if (!whole.project.targets.mcpb.isBuilt) return [];
    const model = bundleModel("mcpb", whole);
    return [
      { path: "mcpb/manifest.json", text: printJson(manifest(model)), executable: false, shared: true },
      ...(await bundleFiles("mcpb", { model, assets, services })),
    ];
  },
});

function manifest(model: Model): JsonObject {
  const { name, version, description, author } = bundleFacts("mcpb", model);
  const secrets = bundleSecrets(model);
  const env = Object.fromEntries(secrets.map(({ variable }) => [variable, `\${user_config.${variable}}`]));
  const entry = serverIn(model);
  const config = {
    command: "node",
    args: [`\${__dirname}/${entry}`, "--workspace", "${user_config.workspace}"],
    ...(secrets.length === 0 ? {} : { env }),
  };
  return {
    manifest_version: manifestVersion,
    name,
    version,
    description,
    author: { name: author },
    server: { type: "node", entry_point: entry, mcp_config: config },
    tools: model.tools.map((tool) => ({ name: tool.name, description: toolDescription(tool) })),
    compatibility: { platforms: ["darwin", "linux"], runtimes: { node: ">=20.19.0" } },
    user_config: {
      workspace: { type: "directory", title: "Workspace", description: "The folder that the tools work in.", required: true },
      ...Object.fromEntries(secrets.map((secret) => [secret.variable, secretInput(secret)])),
    },
  };
}

const secretInput = ({ variable, description, isRequired }: ReturnType<typeof bundleSecrets>[number]): JsonObject => ({
  type: "string",
  title: variable,
  description: description === "" ? variable : description,
  sensitive: true,
  required: isRequired,
  // A value that isn't given would reach the tool as the text of its placeholder.
  ...(isRequired ? {} : { default: "" }),
});
