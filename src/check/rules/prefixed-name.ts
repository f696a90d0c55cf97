import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { modelFor } from "../../model/built-targets.js";
import { pluginPrefix } from "../../model/plugin-prefix.js";
import type { Model } from "../../model/tool.js";

/** The limit of model APIs. */
const longestName = 64;

/**
 * Reports tools whose names are too long after the longest prefix of an MCP client, `mcp__SERVER__` of Claude Code: it
 * shortens nothing, and one such name makes the API refuse every request of the session. Gemini CLI's
 * `discovered_tool_` leaves room for every valid name.
 */
export function checkPrefixedName(model: Model): readonly Diagnostic[] {
  const { server, targets } = model.project;
  const inPlugin = targets["claude-plugin"].isBuilt ? tooLong(modelFor(model, "claude-plugin"), pluginPrefix(server)) : [];
  const pluginSpans = new Set(inPlugin.map(({ span }) => span));
  // In a plugin the prefix is longer: a tool that is too long for both is reported once.
  return [...inPlugin, ...tooLong(modelFor(model, "mcp"), `mcp__${server}__`).filter(({ span }) => !pluginSpans.has(span))];
}

function tooLong({ tools }: Model, prefix: string): readonly Diagnostic[] {
  return tools.flatMap(({ name, source }) => {
    const prefixed = `${prefix}${name}`;
    if (prefixed.length <= longestName) return [];
    return [diagnostic("prefixed-name-too-long", source.nameSpan, { name: prefixed, length: String(prefixed.length) })];
  });
}
