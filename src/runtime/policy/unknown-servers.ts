import { unknownTargets } from "./unknown-targets.js";
import { readUserSettings } from "./user-settings.js";
import { userSettingsFile } from "./user-settings-file.js";

/**
 * Returns a sentence for each MCP server in the user's settings that isn't configured, and for each problem that keeps
 * all calls from being executed.
 */
export function unknownServers(servers: readonly string[], env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (read === undefined) return [];
  if (!read.ok) return read.problems.map((problem) => `${problem} Until it is corrected every call is refused.`);
  return unknownTargets(read.settings, { servers }, "They speak");
}
