import { decideTool } from "../../../call/decide-tool.js";
import { opencode as opencodeClient, opencodeSchema } from "../../../clients/opencode.js";
import type { JsonObject } from "../../../contract/json-value.js";
import type { Model } from "../../model.js";
import { assetFile, defineEmitter } from "../../output-file.js";
import { printJson } from "../print/literal.js";

/**
 * A configuration for opencode (docs/bundles.md): the server and its policy, as `toolgen install opencode` adds them to
 * `opencode.json`. It starts the project's own server, so it works in the project and in folders below it.
 */
export const opencodeConfig = defineEmitter({
  name: "opencode",
  targets: ["opencode", "mcp"],
  emit: (model) => {
    if (!model.project.targets.opencode.isBuilt) return [];
    return [{ path: "opencode/opencode.json", text: printJson(configuration(model)), executable: false, shared: true }];
  },
});

function configuration({ project: { server, output }, tools }: Model): JsonObject {
  const installed = tools.map(({ name, definition }) => {
    const { decision } = decideTool(definition);
    return { tool: name, decision, possible: [decision], writes: false };
  });
  // The project's file needs neither the machine nor an absolute path.
  const machine = { home: "", platform: "linux", environment: {}, node: "node" } as const;
  const files = opencodeClient.project?.({ server, output, projectDir: "", tools: installed, variables: [], machine, hooks: false }) ?? [];
  const pieces = files.flatMap((file) => file.pieces).filter((piece) => piece.kind === "entries");
  const parts = pieces.map(({ path, entries }) => [path.join("."), Object.fromEntries(entries)] as const);
  return { $schema: opencodeSchema, ...Object.fromEntries(parts) };
}

/** opencode's plugin, which starts the hook: opencode starts no programs before a call. */
export const opencodeHook = defineEmitter({
  name: "opencode-hook",
  targets: ["mcp"],
  emit: (_, assets) => [assetFile(assets, "opencode-hook.mjs", "bin/opencode-hook.mjs")],
});
