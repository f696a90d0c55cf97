import { existsSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { findSyntaxError, repeatedKeys, stripComments } from "../contract/json-text.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { errorCode, looks } from "../contract/process.js";
import type { RiskSettings } from "../contract/risk.js";
import { type AuditSettings, readAuditSettings } from "./policy/audit-settings.js";
import { readSettings, riskSettingsFor, type Settings, type Subject, unknownTargets } from "./risk-settings.js";

/** The content of a user's settings, or why they can't be applied. A missing file is empty. */
type UserSettings =
  | { readonly ok: true; readonly settings: Settings; readonly audit?: AuditSettings; readonly secrets?: SecretCommands }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The commands that print secrets, by the name of the secret. */
type SecretCommands = Readonly<Record<string, readonly string[]>>;

/** The last text that was parsed, with its result. */
let understood: { readonly file: string; readonly text: string; readonly settings: UserSettings } | undefined;

/**
 * Reads the user's settings: JSON with comments and trailing commas. `file` is absolute. A process with many calls
 * parses a text once, but reads the file for each call: time and size can stay the same although the text changes, and
 * then a call would run that the user has just denied.
 */
export function readUserSettings(file: string): UserSettings {
  const text = textOf(file);
  if (typeof text === "object") return { ok: false, problems: [`${file} can't be read (${text.code}).`] };
  if (text === undefined) return { ok: true, settings: { confirm: {}, overrides: {} } };
  if (understood?.file !== file || understood.text !== text) understood = { file, text, settings: understand(text, file) };
  return understood.settings;
}

function understand(text: string, file: string): UserSettings {
  const json = stripComments(text);
  const value = parsed(json);
  if (typeof value === "string") return { ok: false, problems: [`${file} is not valid JSON: ${value}.`] };
  const { settings, problems } = readSettings(value, { file: "the user's settings", isUsers: true });
  const audit = value.audit === undefined ? undefined : readAuditSettings(value.audit);
  const unknown = Object.keys(value).filter((key) => !["$schema", "confirm", "risk", "audit", "secrets"].includes(key));
  const repeated = [...repeatedKeys(json)];
  const wrong = [
    ...repeated.map(
      ({ key, first, line }) => `${file}: line ${line}: The key '${key}' is given twice; first on line ${first}. Remove one of the two.`,
    ),
    ...unknown.map((key) => `${file}: There is no key '${key}' here; there are confirm, risk, audit, secrets.`),
    ...problems.map(({ path, message }) => `${file}: ${path.join(".")}: ${message}`),
    ...secretProblems(value.secrets).map((problem) => `${file}: ${problem}`),
    ...(audit?.problems ?? []).map((problem) => `${file}: ${problem}`),
  ];
  if (wrong.length > 0) return { ok: false, problems: wrong };
  // The problems of another form are among those above.
  const commands = value.secrets as unknown as SecretCommands | undefined;
  return { ok: true, settings, ...(audit && { audit: audit.settings }), ...(commands && { secrets: commands }) };
}

/** A program is named by its absolute path or found on PATH: a relative path would be the project's. */
function secretProblems(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (!isJsonObject(value)) return ["secrets: Expected a map of names of secrets, each with the command that prints it."];
  return Object.entries(value).flatMap(([name, argv]) => {
    const words = isArray(argv) && argv.length > 0 && argv.every((word) => typeof word === "string" && !word.includes("\0")) ? argv : [""];
    const program = String(words[0]);
    if (program === "") return [`secrets.${name}: Expected a list of words, such as ["op", "read", "op://vault/item/field"].`];
    return program.includes("/") && !isAbsolute(program) ? [`secrets.${name}: Expected the name of a program, or its absolute path.`] : [];
  });
}

/** Returns the user's settings for a tool. */
export function userRiskSettings(
  subject: Subject,
  env: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly riskSettings: RiskSettings } | { readonly ok: false; readonly problems: readonly string[] } {
  const file = userSettingsFile(env);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (read === undefined) return { ok: true, riskSettings: {} };
  return read.ok ? { ok: true, riskSettings: riskSettingsFor(read.settings, subject) } : read;
}

function textOf(file: string): string | undefined | { readonly code: string } {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const code = errorCode(error) ?? "an error";
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { code };
  }
}

/** Returns the object, or the problem of the text. */
function parsed(plain: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(plain);
    return isJsonObject(value) ? value : "it must be a map with the keys confirm, risk, audit and secrets";
  } catch {
    const mistake = findSyntaxError(plain);
    if (mistake === undefined) return "it can't be read";
    const before = plain.slice(0, mistake.offset).split("\n");
    return `at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}, ${mistake.expected} is expected`;
  }
}

/** Returns the absolute path of a user's settings (XDG); `undefined` if the home folder is unknown. */
export function userSettingsFile({ XDG_CONFIG_HOME, HOME }: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : HOME && below(HOME, ".config");
  return folder ? below(folder, "toolgen/settings.json") : undefined;
}

const isThere = looks.onceATurn((file) => existsSync(file));

/** Returns true if a user has settings. Most have none; for them, this is the whole cost. */
export function hasUserSettings(env: Readonly<Record<string, string | undefined>>): boolean {
  const file = userSettingsFile(env);
  return file !== undefined && isThere(file);
}

/** Every call needs this path, so it is concatenated without `path.join`, which Node compiles on its first call. */
const below = (folder: string, name: string) => (folder.endsWith("/") ? folder + name : `${folder}/${name}`);

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
