import { clientAsks } from "../../clients/start.js";
import type { Model } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { bundleFacts, bundleSecrets } from "../bundle/bundle-facts.js";
import { bundleFiles, bundleModel, serverIn } from "../bundle/bundle-files.js";
import { cachedArguments } from "../gemini-policy/cached-arguments.js";
import { printDenials } from "../gemini-policy/print-denials.js";
import { defineEmitter } from "../output-file.js";
import { printJson } from "../print/json.js";

/**
 * An extension for Gemini CLI (docs/bundles.md). The client asks before each call of an MCP server, so the server
 * leaves that to it. Of an extension's policy it takes the denials alone.
 */
export const geminiExtension = defineEmitter({
  name: "gemini-extension",
  targets: ["gemini-extension"],
  emit: async (whole, assets, services) => {
    if (!whole.project.targets["gemini-extension"].isBuilt) return [];
    const model = bundleModel("gemini-extension", whole);
    const denials = printDenials(model.tools, { server: model.project.server, argumentsOf: cachedArguments(services.part) });
    const policy = { path: "gemini-extension/policies/denials.toml", text: denials ?? "", executable: false, shared: true as const };
    return [
      { path: "gemini-extension/gemini-extension.json", text: printJson(manifest(model)), executable: false, shared: true },
      ...(denials === undefined ? [] : [policy]),
      ...(await bundleFiles("gemini-extension", { model, assets, services })),
    ];
  },
});

function manifest(model: Model): JsonObject {
  const { name, version, description } = bundleFacts("gemini-extension", model);
  const settings = bundleSecrets(model).map(({ variable, description: what }) => ({
    name: variable,
    description: what === "" ? variable : what,
    envVar: variable,
    sensitive: true,
  }));
  const path = serverIn(model).split("/").join("${/}");
  const server = { command: "node", args: [`\${extensionPath}\${/}${path}`, clientAsks] };
  return { name, version, description, mcpServers: { [name]: server }, ...(settings.length === 0 ? {} : { settings }) };
}
