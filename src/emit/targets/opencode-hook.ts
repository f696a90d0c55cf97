import { asset } from "../asset.js";
import { defineEmitter } from "../output-file.js";

/** opencode's plugin, which starts the hook: opencode starts no programs before a call. */
export const opencodeHook = defineEmitter({
  name: "opencode-hook",
  targets: ["mcp"],
  emit: (_, assets) => [{ path: "bin/opencode-hook.mjs", text: asset(assets, "opencode-hook.mjs"), executable: false }],
});
