import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { tryLineFileLock } from "../../call/line-file.js";
import type { InstalledFile } from "../../clients/installed-file.js";
import { isJsonObject } from "../../contract/json-value.js";
import { stateFile, writeFileAtomic } from "../../contract/user-file.js";

/** One project's part in one settings file, as it was installed. */
export interface Remembered extends InstalledFile {
  readonly format: 1;
  readonly client: string;
  readonly file: string;
  readonly projectDir: string;
  /** Folders that were created for the file. */
  readonly folders: readonly string[];
}

export interface InstalledFileKey {
  readonly client: string;
  readonly file: string;
  readonly projectDir: string;
}

/** The record of installed settings, in the user's folder for state. */
export interface Memory {
  find(part: InstalledFileKey): Remembered | undefined;
  /** Returns the records of other installations in the same file. */
  others(part: InstalledFileKey): readonly Remembered[];
  keep(remembered: Remembered): void;
  forget(part: InstalledFileKey): void;
  /** Runs a function while no other process of this user installs. */
  withLock<T>(action: () => T): Promise<T>;
}

/** Opens the memory. If no folder can be created for it, it remembers nothing, and `problem` says why. */
export function openMemory(environment: Readonly<Record<string, string | undefined>>): Memory & { readonly problem: string | undefined } {
  const lock = stateFile(environment, "installed/lock");
  const folder = lock === undefined ? undefined : dirname(lock);
  const problem = folder === undefined ? "HOME isn't set" : problemOf(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  if (folder === undefined || lock === undefined || problem !== undefined)
    return {
      find: () => undefined,
      others: () => [],
      keep: () => {},
      forget: () => {},
      withLock: async (action) => action(),
      problem: problem ?? "there is no folder for it",
    };
  const pathOf = (part: InstalledFileKey) => join(folder, `${nameOf(part)}.json`);
  return {
    find: (part) => readRemembered(pathOf(part)),
    others: (part) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json") && name !== `${nameOf(part)}.json`)
        .flatMap((name) => readRemembered(join(folder, name)) ?? [])
        .filter(({ file }) => file === part.file),
    keep: (remembered) => writeFileAtomic(pathOf(remembered), `${JSON.stringify(remembered)}\n`),
    forget: (part) => rmSync(pathOf(part), { force: true }),
    withLock: (action) => locked(lock, action),
    problem: undefined,
  };
}

/** Reports whether a part is in the record, and makes no folder for it. */
export function isInstalledHere(environment: Readonly<Record<string, string | undefined>>, part: InstalledFileKey): boolean {
  const path = stateFile(environment, `installed/${nameOf(part)}.json`);
  return path !== undefined && readRemembered(path) !== undefined;
}

const nameOf = ({ client, file, projectDir }: InstalledFileKey) =>
  createHash("sha256")
    .update(JSON.stringify([client, file, projectDir]))
    .digest("hex")
    .slice(0, 32);

function problemOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function readRemembered(path: string): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    // Written by toolgen alone, in the user's own folder.
    return isJsonObject(value) && value.format === 1 ? (value as unknown as Remembered) : undefined;
  } catch {
    return undefined;
  }
}

async function locked<T>(path: string, action: () => T): Promise<T> {
  for (;;) {
    const lock = tryLineFileLock(path);
    if (lock === undefined) {
      await wait(20);
      continue;
    }
    try {
      return action();
    } finally {
      lock.release();
    }
  }
}
