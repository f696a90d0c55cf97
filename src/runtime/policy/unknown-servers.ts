import { unknownTargets } from "./unknown-targets.js";
import { readUserSettings } from "./user-settings.js";
import { userSettingsFile } from "./user-settings-file.js";

/** What the user's settings say of MCP servers that aren't there, and what keeps all calls from being carried out: a sentence each. */
export function unknownServers(servers: readonly string[], env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (read === undefined) return [];
  if (!read.ok) return read.problems.map((problem) => `${problem} Until it is corrected every call is refused.`);
  return unknownTargets(read.settings, { servers }, "They speak");
}
