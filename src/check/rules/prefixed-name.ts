import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { modelFor } from "../../model/target.js";
import type { Model } from "../../model/tool.js";

/** The limit of model APIs. */
const longestName = 64;

/**
 * Reports tools whose names are too long after the longest prefix of an MCP client, `mcp__SERVER__` of Claude Code: it
 * shortens nothing, and one such name makes the API refuse every request of the session. Gemini CLI's
 * `discovered_tool_` leaves room for every valid name.
 */
export function checkPrefixedName(model: Model): readonly Diagnostic[] {
  return modelFor(model, "mcp").tools.flatMap(({ name, source }) => {
    const prefixed = `mcp__${model.project.server}__${name}`;
    if (prefixed.length <= longestName) return [];
    return [diagnostic("prefixed-name-too-long", source.nameSpan, { name: prefixed, length: String(prefixed.length) })];
  });
}
