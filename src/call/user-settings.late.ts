import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import type { CallContext } from "../contract/call.js";
import type { Denial } from "../contract/call-result.js";
import { fileFromEnv, stateFile } from "../contract/user-file.js";
import { deniedByUser } from "./approvals.js";
import { foldersOutside } from "./paths.js";
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
 * Results of the commands that this process started, and until when they hold. A user may unlock the manager
 * meanwhile, so a failure isn't kept for long; but not each call of a model that tries again starts it.
 */
const asked = new Map<string, { readonly secret: ManagedSecret; readonly until: number }>();
const failureMs = 5000;

/**
 * A manager may wait for a fingerprint. `bin/call` has nothing else to do, but a server answers no client meanwhile. In
 * milliseconds.
 */
const longestWait = { call: 60_000, others: 10_000 };
const mostBytes = 64 * 1024;

/** Where a call finds its secrets, and the folders whose programs aren't the user's. */
export type SecretSources = Pick<CallContext, "env" | "via" | "workspace" | "projectDir">;

/**
 * Returns the secret that a command in the user's settings prints; `undefined` if there is none for this name. The
 * command is started once in this process, in the home folder and without the project's folders on PATH, so that no
 * file of the project takes its place. Blocks.
 */
export function readManagedSecret(name: string, sources: SecretSources): ManagedSecret | undefined {
  const command = commandFor(name, sources.env);
  if (command?.ok !== true) return command;
  const key = JSON.stringify(command.argv);
  const known = asked.get(key);
  if (known !== undefined && Date.now() < known.until) return known.secret;
  const secret = startManager(command.argv, sources);
  asked.set(key, { secret, until: secret.ok ? Number.POSITIVE_INFINITY : Date.now() + failureMs });
  return secret;
}

/** A daemon of the manager may keep its standard output, so that is a file, and its end isn't waited for. */
function startManager([program = "", ...args]: readonly string[], { env, via, workspace, projectDir }: SecretSources): ManagedSecret {
  const failed = (how: string) => ({ ok: false, reason: `The command for it in the user's settings, ${program}, ${how}.` }) as const;
  const file = unnamedFile(env);
  if (file === undefined) return failed("was not started: no temporary file can be made");
  try {
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const timeout = via === "call" ? longestWait.call : longestWait.others;
    // Where everything is the workspace, the system's programs are too.
    const folders = foldersOutside(
      env.PATH ?? usualPath,
      [workspace, projectDir].filter((folder) => folder !== "/"),
    );
    const { status, signal, error } = spawnSync(program, args, {
      cwd: env.HOME ?? "/",
      env: { ...env, PATH: folders.join(":") || usualPath },
      stdio: ["ignore", file, "ignore"],
      timeout,
      killSignal: "SIGKILL",
    });
    if (error !== undefined) return failed(spawnFailure(error, timeout));
    if (status !== 0) return failed(signal === null ? `exited with ${status}` : `was ended by ${signal}`);
    const bytes = Buffer.alloc(mostBytes + 1);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    if (length > mostBytes) return failed(`printed more than ${mostBytes} bytes`);
    const value = bytes.toString("utf8", 0, length).replace(/\r?\n$/, "");
    return value === "" || value.includes("\0") ? failed("printed no secret") : { ok: true, value };
  } finally {
    ftruncateSync(file);
    closeSync(file);
  }
}

const usualPath = "/usr/local/bin:/usr/bin:/bin";

function spawnFailure(error: Error, timeout: number): string {
  const code = "code" in error ? error.code : undefined;
  if (code === "ETIMEDOUT") return `took longer than ${timeout / 1000} s`;
  if (code === "ENOENT") return "was not found. Folders of the project aren't searched: give its absolute path";
  return `failed: ${code ?? error.message}`;
}

/** A file that no other process can open by a name, in memory where the system has that. */
function unnamedFile({ TMPDIR = "/tmp" }: Variables): number | undefined {
  for (const parent of ["/dev/shm", TMPDIR]) {
    try {
      const folder = mkdtempSync(`${parent}/toolgen-`);
      try {
        return openSync(`${folder}/secret`, "wx+", 0o600);
      } finally {
        rmSync(folder, { recursive: true });
      }
    } catch {}
  }
  return undefined;
}

/** Returns true if the user's settings name a command for the secret, which isn't started. */
export function isManagedSecret(name: string, env: Variables): boolean {
  return commandFor(name, env)?.ok === true;
}

/** Returns the secret if its command has been started before. */
export function knownSecret(name: string, env: Variables): string | undefined {
  const command = commandFor(name, env);
  const secret = command?.ok ? asked.get(JSON.stringify(command.argv))?.secret : undefined;
  return secret?.ok ? secret.value : undefined;
}

type SecretCommand = { readonly ok: true; readonly argv: readonly string[] } | { readonly ok: false; readonly reason: string };

function commandFor(name: string, env: Variables): SecretCommand | undefined {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (read?.ok === false) return { ok: false, reason: `The user's settings are invalid: ${read.problems[0]}` };
  const argv = read?.secrets !== undefined && Object.hasOwn(read.secrets, name) ? read.secrets[name] : undefined;
  return argv && { ok: true, argv };
}
