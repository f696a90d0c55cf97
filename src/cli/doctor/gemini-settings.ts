import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { readRegularFile } from "../../contract/node-host.js";
import type { TrustFacts } from "./diagnose-gemini.js";
import { error, type Finding, ok, warning } from "./finding.js";
import type { Looking } from "./look-at-program.js";

const check = "gemini settings";

interface SettingsFacts {
  readonly project: GeminiSettingsFile;
  readonly user: GeminiSettingsFile;
  readonly projectDir: string;
  /** The output folder, relative to the project's root. */
  readonly output: string;
}

interface SettingsFindings {
  readonly findings: readonly Finding[];
  /** True if the client would discover and call these tools, apart from trust. */
  readonly connected: boolean;
  /** True if it would read the generated policy. */
  readonly policy: boolean;
}

/**
 * Checks whether Gemini CLI, started in the project's root, finds these tools by the keys that version 0.61 reads. The
 * project's settings come first.
 */
export function diagnoseGeminiSettings(facts: SettingsFacts): SettingsFindings {
  const { project, user, output } = facts;
  const files = [project, user];
  const merge = `Merge ${output}/gemini/settings.json into .gemini/settings.json.`;
  const broken = files.flatMap((file) =>
    file.kind === "broken"
      ? [error(check, `${file.path} can't be read: ${file.problem}.`, "Correct it: the client doesn't start with it.")]
      : [],
  );
  const discovery = effective(files, "discoveryCommand");
  const call = effective(files, "callCommand");
  const policy = diagnosePolicy(facts);
  if (discovery === undefined && call === undefined) {
    const flat = flatKeys(files);
    const none = warning(
      check,
      "Gemini CLI is not set up for these tools: no settings name a discoveryCommand.",
      `To use them there, merge ${output}/gemini/settings.json into .gemini/settings.json.`,
    );
    return {
      findings: [...broken, ...(flat.length > 0 ? flat : broken.length > 0 ? [] : [none])],
      connected: false,
      policy: policy.length === 0,
    };
  }
  const wrong = [...diagnoseDiscovery(discovery, facts, merge), ...diagnoseCallCommand(call, facts, merge)];
  const connected = wrong.length === 0 && broken.length === 0;
  const discovered = connected ? [ok(check, `Gemini CLI discovers and calls these tools by ${(discovery ?? project).path}.`)] : [];
  return {
    findings: [...broken, ...flatKeys(files), ...wrong, ...discovered, ...(connected ? policy : [])],
    connected,
    policy: policy.length === 0,
  };
}

interface Command {
  readonly value: string;
  readonly path: string;
}

function effective(files: readonly GeminiSettingsFile[], key: string): Command | undefined {
  return files.flatMap((file) => {
    const value = settingAt(file, "tools", key);
    return typeof value === "string" && value.trim() !== "" ? [{ value, path: file.path }] : [];
  })[0];
}

function flatKeys(files: readonly GeminiSettingsFile[]): readonly Finding[] {
  const old = [
    { key: "toolDiscoveryCommand", now: "tools.discoveryCommand" },
    { key: "toolCallCommand", now: "tools.callCommand" },
  ];
  return files.flatMap((file) =>
    old
      .filter(({ key }) => settingAt(file, key) !== undefined)
      .map(({ key, now }) =>
        error(check, `${file.path} has '${key}', which the client ignores.`, `Write it as '${now}': { "tools": { … } }.`),
      ),
  );
}

function diagnoseDiscovery(command: Command | undefined, { projectDir, output }: SettingsFacts, merge: string): readonly Finding[] {
  if (command === undefined) return [error(check, "A callCommand is set and no discoveryCommand: no tool is discovered.", merge)];
  const words = wordsOf(command.value);
  const leads = (path: string) => words.some((word) => resolve(projectDir, word) === resolve(projectDir, output, path));
  const ours = leads("gemini/discovery.json") || leads("bin/discover") || /\btoolgen\b.*\bdiscover\b/.test(command.value);
  return ours ? [] : [error(check, `The discoveryCommand in ${command.path} doesn't belong to this project: ${command.value}`, merge)];
}

function diagnoseCallCommand(command: Command | undefined, { projectDir, output }: SettingsFacts, merge: string): readonly Finding[] {
  if (command === undefined) return [error(check, "A discoveryCommand is set, but no callCommand: calls fail.", merge)];
  const ours = resolve(projectDir, output, "bin/call");
  if (resolve(projectDir, command.value) === ours) return [];
  const words = wordsOf(command.value);
  const hasArguments = words.length > 1 && words.some((word) => word === "toolgen" || resolve(projectDir, word) === ours);
  return hasArguments
    ? [
        error(
          check,
          `The callCommand in ${command.path} has more than one word, and the client takes all of it for one path: ${command.value}`,
          `Set it to "${output}/bin/call".`,
        ),
      ]
    : [error(check, `The callCommand in ${command.path} doesn't belong to this project: ${command.value}`, merge)];
}

/** The client reads a discoveryCommand's quotes as a shell does. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? "");
}

function diagnosePolicy({ project, user, projectDir, output }: SettingsFacts): readonly Finding[] {
  const paths = [project, user].flatMap((file) => {
    const value = settingAt(file, "policyPaths");
    return Array.isArray(value) ? value.filter((path) => typeof path === "string") : [];
  });
  const ours = `${output}/gemini/policies.toml`;
  if (paths.some((path) => [ours, `${output}/gemini`].some((own) => resolve(projectDir, path) === resolve(projectDir, own)))) return [];
  return [
    warning(
      "gemini policy",
      "No settings name the generated policy: the client asks before every call, and unattended it hides every tool.",
      `Set "policyPaths": ["~/.gemini/policies", "${ours}"], unless your own policy covers these tools.`,
    ),
  ];
}

/** A settings file of Gemini CLI's, as far as it could be read. `path` is the form that users know. */
type GeminiSettingsFile =
  | { readonly kind: "absent"; readonly path: string }
  | { readonly kind: "broken"; readonly path: string; readonly problem: string }
  | { readonly kind: "read"; readonly path: string; readonly value: JsonObject };

/** Reads JSON with comments, as the client does. */
export function parseSettings(path: string, text: string | undefined): GeminiSettingsFile {
  if (text === undefined) return { kind: "absent", path };
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return isJsonObject(value) ? { kind: "read", path, value } : { kind: "broken", path, problem: "it is not a JSON object" };
  } catch (cause) {
    return { kind: "broken", path, problem: cause instanceof Error ? cause.message : String(cause) };
  }
}

function withoutComments(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : " "));
}

/** Returns the value at a path of keys in a file; `undefined` if there is none. */
function settingAt(file: GeminiSettingsFile, ...keys: readonly string[]): unknown {
  if (file.kind !== "read") return undefined;
  return keys.reduce<unknown>((value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), file.value);
}

/** The settings of the project and of the user, where Gemini CLI 0.61 reads them. */
export function lookAtSettings({ projectDir, env }: Looking): { readonly project: GeminiSettingsFile; readonly user: GeminiSettingsFile } {
  return {
    project: readSettings(".gemini/settings.json", join(projectDir, ".gemini", "settings.json")),
    user: readSettings("~/.gemini/settings.json", join(geminiFolder(env), "settings.json")),
  };
}

/** Reads the facts that decide whether the project's folder is trusted. */
export function lookAtTrust(user: GeminiSettingsFile, { projectDir, env, platform }: Looking): TrustFacts {
  const label = env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || join(geminiFolder(env), "trustedFolders.json");
  const file = readSettings(env.GEMINI_CLI_TRUSTED_FOLDERS_PATH || "~/.gemini/trustedFolders.json", label);
  const rules = file.kind === "read" ? Object.entries(file.value) : [];
  return {
    env,
    enabled: settingAt(user, "security", "folderTrust", "enabled") !== false,
    rules: rules.map(([path, level]) => ({
      path: resolve(path),
      level,
      covers: realPath(level === "TRUST_PARENT" ? dirname(resolve(path)) : resolve(path)),
    })),
    problem: file.kind === "broken" ? file.problem : undefined,
    file: file.path,
    folder: realPath(projectDir),
    ignoresCase: platform === "darwin" || platform === "win32",
  };
}

/** `GEMINI_CLI_HOME` stands for the home folder, not for the folder in it. */
function geminiFolder(env: Looking["env"]): string {
  return join(env.GEMINI_CLI_HOME || env.HOME || homedir(), ".gemini");
}

function readSettings(path: string, label: string): GeminiSettingsFile {
  try {
    return parseSettings(path, Buffer.from(readRegularFile(realpathSync.native(label), path)).toString("utf8"));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "absent", path } : { kind: "broken", path, problem: message };
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
