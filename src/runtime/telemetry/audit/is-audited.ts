import { existsSync } from "node:fs";
import type { CallContext } from "../../contract/call.js";
import type { ToolDefinition } from "../../contract/definition.js";
import { userSettingsFile } from "../../policy/user-settings-file.js";
import { auditRules } from "./audit-rules.late.js";

/** Returns true if a call must be logged. Most projects and users have no log; for them, this is the whole cost. */
export function isAudited(
  { audit }: Pick<ToolDefinition, "audit">,
  { via, record, env }: Pick<CallContext, "via" | "record" | "env">,
): boolean {
  if (via === undefined || record !== undefined) return false;
  if (audit || env.TOOLGEN_AUDIT) return true;
  const file = userSettingsFile(env);
  return file !== undefined && existsSync(file) && auditRules(false, env).kind !== "off";
}
