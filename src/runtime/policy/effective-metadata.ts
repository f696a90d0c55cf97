import type { CallContext } from "../contract/call.js";
import type { ToolMetadata, ToolRisk } from "../contract/tool-metadata.js";
import { decideTool } from "./decide-tool.js";
import { metadataOf } from "./metadata-of.js";
import type { Subject } from "./read-settings.js";
import { userRiskSettings } from "./user-settings.js";

/**
 * Returns the metadata of a tool under the user's settings and those of the command line. If the settings can't be
 * read, every call is refused anyway.
 */
export function effectiveMetadata(
  definition: Parameters<typeof decideTool>[0] & Subject,
  own: ToolRisk,
  { env, commandLine }: Pick<CallContext, "env" | "commandLine">,
): ToolMetadata {
  const user = userRiskSettings(definition, env);
  if (!user.ok || (Object.keys(user.riskSettings).length === 0 && commandLine === undefined)) return metadataOf(own);
  const { level, decision } = decideTool(definition, { user: user.riskSettings, ...(commandLine && { commandLine }) });
  return metadataOf({ ...own, level, requiresConfirmation: decision === "ask" });
}
