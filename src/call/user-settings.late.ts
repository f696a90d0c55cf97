import type { Denial } from "../contract/call-result.js";
import { fileFromEnv, stateFile } from "../contract/user-file.js";
import { deniedByUser } from "./approvals.js";
import { type AuditSettings, auditDefaults } from "./policy/audit-settings.js";
import { onlyTheUser, onlyUserCan } from "./refusal.late.js";
import { readUserSettings, userSettingsFile } from "./user-settings.js";

/** Renders a denial as sentences for the model. */
export function denialText(tool: string, denial: Exclude<Denial, { readonly code: "refused-before" }>): string {
  switch (denial.code) {
    case "by-settings":
      return `${tool} was not run: this ${denial.level} call is denied by ${denial.from ?? "its spec"}. ${onlyTheUser()}`;
    case "unasked":
      return unaskedText(tool, denial);
    case "unreadable-settings":
      return unreadableText(tool, denial.problems);
    case "unwritable-log":
      return `${tool} was not run: calls must be written to the audit log, and ${denial.problem}. ${onlyTheUser()}`;
    case "other-action":
      return `${tool} was not run: it would now do something else than what was asked about (for example, a path leads elsewhere). Make the call again.`;
    case "other-plan":
      return `${tool} was not run: ${otherPlanText(denial)}`;
    case "changed-file":
      return `${tool} was not run: ${denial.path} has changed since the user was asked about this call, so nothing was written. Read it again, and repeat the call if it is still right.`;
    case "by-user":
      return deniedByUser;
    case "unanswered":
      return `${tool} was not run: the client was asked whether its user allows this call, and ${denial.reason}. Nothing was changed. Ask the user before you call ${tool} again.`;
    case "not-elicited":
      return notElicitedText(tool, denial);
    case "no-elicitation":
      return noElicitationText(tool, denial);
    case "message":
      return denial.message;
  }
}

function otherPlanText({ isAgain }: Denial & { readonly code: "other-plan" }): string {
  const rule = "the plan in its spec must leave out clocks and progress";
  return isAgain
    ? `its plan prints something else each time, so no answer of the user can be about what it would do. Calling it again doesn't help: ${rule}.`
    : `it would now do something else than what was asked about, because its plan prints something else. Make the call again. If its plan prints something else each time, ${rule}.`;
}

function unaskedText(tool: string, { level, impact, from, because }: Denial & { readonly code: "unasked" }): string {
  return [
    `${tool} was not run: this ${level} call requires confirmation because of ${from ?? "its path"}, and the client runs ${tool} without asking.`,
    ...(impact === undefined ? [] : [impact]),
    because === "path"
      ? `${onlyTheUser()} They can write the file themselves, or set \`"risk": { "${tool}": { "decision": "allow" } }\` in their settings.`
      : `${onlyTheUser()} They can change that setting, or use toolgen's MCP server, which asks by it.`,
  ].join("\n");
}

function unreadableText(tool: string, problems: readonly string[]): string {
  const problem = [`${tool} was not run: the user's settings are invalid, so permissions cannot be determined.`, ...problems].join("\n- ");
  return `${problem}\nNothing was changed. ${onlyUserCan(tool, "corrects the settings")}`;
}

function notElicitedText(tool: string, { names, how, reason }: Denial & { readonly code: "not-elicited" }): string {
  const parameters = names.map((name) => `\`${name}\``).join(", ");
  const outcomes = {
    declined: `declined to give ${names.length === 1 ? "it" : "them"}`,
    cancelled: "closed the question without an answer",
    none: reason ?? "there was no answer",
  };
  return `${tool} was not run: the user was asked for ${parameters}, and ${outcomes[how]}. Nothing was changed. Don't make up a value: ask the user what they want instead.`;
}

function noElicitationText(
  tool: string,
  { level, askedBy, isUnattended, settingsFile }: Denial & { readonly code: "no-elicitation" },
): string {
  const because = isUnattended ? " and settings say `unattended: deny`" : "";
  const by = askedBy === undefined ? "" : ` (${askedBy} says so)`;
  return [
    `${tool} was not run: this ${level} call requires confirmation${by}, but this client can't ask its user through the server${because}.`,
    `${onlyTheUser()} They can use a client that has elicitation, or set one of:`,
    `- \`"confirm": { "unattended": "allow" }\` in ${settingsFile}, or \`confirm: { unattended: allow }\` in toolgen.yaml: for all tools;`,
    `- \`"risk": { "${tool}": { "decision": "allow" } }\` in the same file, or \`--risk ${tool}=allow\` where the server is started: for this tool;`,
    "- `--client-asks` where the server is started, if the client itself asks before each call.",
  ].join("\n");
}

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

/** A secret that a program of the user's printed, or why there is none, as a sentence. */
export type ManagedSecret = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly reason: string };

/**
 * The secrets that were printed to this process, by command. A failure isn't kept: the user may unlock the manager
 * meanwhile.
 */
const printed = new Map<string, string>();

/** A manager may wait for a fingerprint. In milliseconds. */
const longestWait = 60_000;
const mostBytes = 64 * 1024;

/**
 * Returns the secret that a command in the user's settings prints; `undefined` if there is none for this name. The
 * command is started once in this process, in the home folder, so that no project's file takes its place.
 */
export function readManagedSecret(name: string, env: Variables): ManagedSecret | undefined {
  const argv = commandFor(name, env);
  if (argv === undefined) return undefined;
  const known = printed.get(JSON.stringify(argv));
  if (known !== undefined) return { ok: true, value: known };
  const [program = "", ...args] = argv;
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { status, signal, stdout, error } = spawnSync(program, args, {
    cwd: env.HOME ?? "/",
    env: { ...env, PATH: absolutePath(env.PATH) },
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    timeout: longestWait,
    maxBuffer: mostBytes,
  });
  const failed = (how: string) => ({ ok: false, reason: `The command for it in the user's settings, ${program}, ${how}.` }) as const;
  if (error !== undefined) return failed(`failed: ${"code" in error ? String(error.code) : error.message}`);
  if (status !== 0) return failed(signal === null ? `exited with ${status}` : `was ended by ${signal}`);
  const value = stdout.replace(/\r?\n$/, "");
  if (value === "" || value.includes("\0")) return failed("printed no secret");
  printed.set(JSON.stringify(argv), value);
  return { ok: true, value };
}

/** Returns the secret if its command has been started before. */
export function knownSecret(name: string, env: Variables): string | undefined {
  const argv = commandFor(name, env);
  return argv === undefined ? undefined : printed.get(JSON.stringify(argv));
}

function commandFor(name: string, env: Variables): readonly string[] | undefined {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (!read?.ok || read.secrets === undefined || !Object.hasOwn(read.secrets, name)) return undefined;
  return read.secrets[name];
}

/** A relative folder on PATH would be one of the project. */
const absolutePath = (path = "/usr/local/bin:/usr/bin:/bin"): string =>
  path
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":");
