import { isAbsolute, join } from "node:path";
import type { AgentClient, Installation, InstallationScope, SettingsFile } from "../../clients/client.js";
import { type InstalledFile, installInFile, rebase, uninstallFromFile } from "../../clients/installed-file.js";
import { addsNothing } from "../../clients/settings/piece.js";
import type { InstalledFileKey, Memory } from "./memory.js";
import { readSettingsFile, removeFolders, SettingsFileError, writeSettingsFile } from "./read-settings-file.js";

/** A client and the settings files of an installation. */
export interface Target {
  readonly client: AgentClient;
  readonly scope: InstallationScope;
  readonly files: readonly SettingsFile[];
}

/** A change of one settings file. `before` and `after` are `undefined` if there is no file. */
export interface Change extends InstalledFileKey {
  readonly target: Target;
  readonly settings: SettingsFile;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly installed: InstalledFile | undefined;
}

/** A file that can't be changed: `problem` is a clause that begins with a verb. */
export interface RefusedChange extends InstalledFileKey {
  readonly target: Target;
  readonly problem: string;
}

export type Action = "install" | "uninstall";

export interface Planned {
  readonly changes: readonly Change[];
  readonly refusals: readonly RefusedChange[];
}

/** Reads the settings files, and computes their new content. Later changes of a file build on earlier ones. */
export function planChanges(action: Action, targets: readonly Target[], { projectDir }: Installation, memory: Memory): Planned {
  const texts = new Map<string, string | undefined>();
  const changes: Change[] = [];
  const refusals: RefusedChange[] = [];
  for (const target of targets)
    for (const settings of target.files) {
      const file = isAbsolute(settings.path) ? settings.path : join(projectDir, settings.path);
      const part = { client: target.client.id, file, projectDir };
      const refuse = (problem: string) => refusals.push({ ...part, target, problem });
      try {
        const before = texts.has(file) ? texts.get(file) : readSettingsFile(file, isAbsolute(settings.path) ? undefined : projectDir);
        const remembered = memory.find(part);
        const changed =
          action === "install"
            ? installInFile(settings, before, remembered, memory.others(part))
            : uninstallFromFile(settings, before, remembered);
        // A file that isn't there, of which nothing is wanted.
        const isAbsent = before === undefined && remembered === undefined && settings.pieces.every(addsNothing);
        if (isAbsent) continue;
        if (!changed.ok) refuse(changed.problem);
        else {
          texts.set(file, changed.text);
          changes.push({ ...part, target, settings, before, after: changed.text, installed: changed.installed });
        }
      } catch (error) {
        if (!(error instanceof SettingsFileError)) throw error;
        refuse(error.message);
      }
    }
  return { changes, refusals };
}

export const changesFile = ({ before, after }: Change): boolean => before !== after;

/**
 * Writes all changes, or none: if a file can't be written, the changes before it are undone, and the refusal is
 * returned.
 */
export function writeChanges(changes: readonly Change[], memory: Memory): RefusedChange | undefined {
  const written: { readonly change: Change; readonly folders: readonly string[] }[] = [];
  for (const change of changes) {
    if (!changesFile(change)) continue;
    try {
      written.push({ change, folders: writeSettingsFile(change.file, change.after, { isShared: change.target.scope === "project" }) });
    } catch (error) {
      for (const { change: done, folders } of written.reverse()) {
        writeSettingsFile(done.file, done.before, { isShared: done.target.scope === "project" });
        removeFolders(folders);
      }
      return { ...change, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  const emptied = changes.flatMap((change) => {
    const folders = written.find((one) => one.change === change)?.folders ?? [];
    return remember(change, folders, memory);
  });
  // Together, because one file's folder can be in another's.
  removeFolders(emptied);
  return undefined;
}

/** Updates the memory of an installation. Returns the folders that were made for a file that is gone. */
function remember(change: Change, made: readonly string[], memory: Memory): readonly string[] {
  const before = memory.find(change);
  const { client, file, projectDir, installed } = change;
  const earlier = [...(before === undefined ? [] : [before]), ...(installed === undefined ? [] : memory.others(change))];
  const folders = [...new Set([...made, ...earlier.flatMap((one) => one.folders)])];
  if (installed !== undefined) {
    if (changesFile(change) || before === undefined) memory.keep({ format: 1, client, file, projectDir, folders, ...installed });
    return [];
  }
  if (before === undefined) return [];
  memory.forget(change);
  if (change.after === undefined) return folders;
  if (change.before !== undefined)
    for (const other of rebase(memory.others(change), before, change.settings, change.before)) memory.keep(other);
  return [];
}
