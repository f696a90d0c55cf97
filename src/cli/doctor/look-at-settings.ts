import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readRegularFile } from "../../node-host/read-regular-file.js";
import type { TrustFacts } from "./diagnose-gemini-trust.js";
import { type GeminiSettingsFile, parseSettings, settingAt } from "./gemini-settings-file.js";
import type { Looking } from "./look-at-program.js";

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
