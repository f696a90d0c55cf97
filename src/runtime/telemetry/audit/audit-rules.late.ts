import { fileFromEnv, stateFile } from "../../io/file-from-env.js";
import { type AuditSettings, auditDefaults } from "../../policy/audit-settings.js";
import { readUserSettings } from "../../policy/user-settings.js";
import { userSettingsFile } from "../../policy/user-settings-file.js";

/** Where and how calls are logged. `unusable`: the log is turned on and can't be used; `problem` is a sentence. */
export type AuditRules =
  | { readonly kind: "off" }
  | { readonly kind: "unusable"; readonly problem: string }
  | ({ readonly kind: "on"; readonly file: string } & AuditPlan);

/** The data that is kept. */
export type AuditPlan = Pick<AuditSettings, "arguments" | "maxBytes" | "keep">;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Decides whether calls are logged: if `TOOLGEN_AUDIT` says so, else if the user's settings do, else if the project
 * does, which can't turn the log off. `TOOLGEN_AUDIT` names the file, or else the user's settings.
 */
export function auditRules(isLoggedByProject: boolean, env: Variables): AuditRules {
  const logFile = fileFromEnv(env.TOOLGEN_AUDIT);
  if (logFile.kind === "unusable") {
    const problem = `TOOLGEN_AUDIT is '${env.TOOLGEN_AUDIT}'; it takes 1, or the absolute path of a file`;
    return { kind: "unusable", problem };
  }
  const user = userAudit(env);
  if (logFile.kind === "off" && !(user?.isOn ?? isLoggedByProject)) return { kind: "off" };
  const file = logFile.kind === "file" ? logFile.path : (user?.file ?? stateFile(env, "audit.jsonl"));
  if (file === undefined)
    return { kind: "unusable", problem: "there is no HOME to store it in; TOOLGEN_AUDIT takes the absolute path of a file" };
  return { kind: "on", file, ...auditDefaults, ...(user && { arguments: user.arguments, maxBytes: user.maxBytes, keep: user.keep }) };
}

/** The path of the log, whether it is on or not; `undefined` if it has none. */
export function auditFile(env: Variables): string | undefined {
  const rules = auditRules(true, env);
  if (rules.kind === "on") return rules.file;
  return rules.kind === "off" ? (userAudit(env)?.file ?? stateFile(env, "audit.jsonl")) : undefined;
}

/** Invalid settings refuse every call anyway, with the reason. */
function userAudit(env: Variables): AuditSettings | undefined {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  return read?.ok ? read.audit : undefined;
}
