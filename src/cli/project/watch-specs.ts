import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve, sep } from "node:path";
import type { Host } from "../../contract/host.js";
import { watchFolder } from "../../server/watch-file.js";

/** A project that is watched, and the functions that are called about it. */
export interface SpecWatch {
  readonly root: string;
  readonly host: Host;
  /** The paths that the last compilation read, with the mark that each had before. Each compilation replaces it. */
  readonly read: ReadonlyMap<string, string>;
  /** Called when a mark has changed. While it runs, it isn't called again. */
  compile(): Promise<unknown>;
  report(problem: string): void;
  /** Called once if the project's folder is removed or renamed. Nothing is watched from then on. */
  onGone?(): void;
}

/** Editors write a file in several steps, and a checkout changes many: changes within this time count as one. */
const quietMs = 60;

/** After so many changes, a compilation starts although more follow. */
const mostChanges = 20;

/** Marks are compared in this interval, and more rarely if comparing takes longer than a hundredth of it. */
const lookMs = 1000;

/** Folders that are large or change with each build: what was read there is only compared. */
const unwatched = /(?:^|\/)(?:node_modules|\.git|\.toolgen|generated)(?:\/|$)/;

/**
 * Compiles again after each change of what the last compilation read, and if something has changed since then. The
 * system reports changes in those folders alone, none of which is outside the project. Marks decide whether anything
 * has changed, so a system that has no watches left, or doesn't report changes of a network's files, is only slower.
 * Returns a function that ends it.
 */
export function watchSpecs(watch: SpecWatch): () => Promise<void> {
  const watcher = new SpecWatcher(watch);
  watcher.start();
  return () => watcher.stop();
}

class SpecWatcher {
  readonly #watch: SpecWatch;
  readonly #folders = new Map<string, () => void>();
  #read: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #isLimited = false;
  #isStopped = false;
  #quiet: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #changes = 0;
  #compared = "";
  #comparedMs = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(watch: SpecWatch) {
    this.#watch = watch;
  }

  start(): void {
    this.#watchFolders();
    void this.#look();
    const lookLater = () => {
      this.#poll = setTimeout(() => void this.#look().then(lookLater), Math.max(lookMs, this.#comparedMs * 100));
      if (this.#isStopped) clearTimeout(this.#poll);
    };
    lookLater();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#quiet);
    clearTimeout(this.#poll);
    for (const stop of this.#folders.values()) stop();
    this.#folders.clear();
    return this.#looking;
  }

  #look(): Promise<void> {
    this.#changes = 0;
    this.#looking = this.#looking.then(() => this.#compare()).catch((error: unknown) => this.#watch.report(String(error)));
    return this.#looking;
  }

  async #compare(): Promise<void> {
    if (this.#isStopped) return;
    const { root, host, read, compile, onGone } = this.#watch;
    if (!existsSync(root)) {
      void this.stop();
      onGone?.();
      return;
    }
    const started = performance.now();
    const marks = (await host.marks([...read.keys()])).join("\n");
    this.#comparedMs = performance.now() - started;
    // A compilation that failed early hasn't replaced what was read: the same change doesn't start a second one.
    if (marks === [...read.values()].join("\n") || marks === this.#compared) return;
    this.#compared = marks;
    await compile();
    this.#watchFolders();
  }

  #watchFolders(): void {
    if (this.#isStopped) return;
    this.#read = namesByFolder(this.#watch);
    for (const [folder, stop] of this.#folders) {
      if (this.#read.has(folder)) continue;
      stop();
      this.#folders.delete(folder);
    }
    for (const folder of this.#read.keys()) if (!this.#folders.has(folder)) this.#watchFolder(folder);
  }

  #watchFolder(folder: string): void {
    const isRead = (name: string) => {
      const names = this.#read.get(folder);
      return names !== undefined && (names.has(name) || names.has(everyName));
    };
    try {
      this.#folders.set(
        folder,
        watchFolder(folder, isRead, () => this.#changed()),
      );
    } catch (error) {
      if (!this.#isLimited) this.#watch.report(limitReached((error as NodeJS.ErrnoException).code));
      this.#isLimited = true;
    }
  }

  #changed(): void {
    if (this.#isStopped || this.#changes >= mostChanges) return;
    this.#changes++;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#look(), quietMs);
  }
}

/** Stands for all names in a folder. No entry of a folder is named so. */
const everyName = "/";

/** The real paths of the folders in which changes of what was read show, with the names that matter in each. */
function namesByFolder({ root, read }: SpecWatch): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const base = realpathSync(root);
  const add = (folder: string | undefined, name: string) => {
    if (folder === undefined || (folder !== base && !folder.startsWith(`${base}${sep}`))) return;
    const names = found.get(folder) ?? new Set();
    found.set(folder, names.add(name));
  };
  for (const path of read.keys()) {
    if (unwatched.test(path)) continue;
    const file = resolve(root, path);
    const real = realPath(file);
    if (path !== ".") add(realPath(dirname(file)), basename(file));
    if (real !== undefined && statSync(real, { throwIfNoEntry: false })?.isDirectory()) add(real, everyName);
    else if (real !== undefined) add(dirname(real), basename(real));
  }
  return found;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // Missing, unreadable, or a link to itself. The folder above it shows when that changes.
    return undefined;
  }
}

function limitReached(code = ""): string {
  const reason = limits[code] ?? `The system can't watch the folders of the specs (${code}).`;
  return `${reason} toolgen looks for changes once a second instead.`;
}

const limits: Readonly<Record<string, string>> = {
  ENOSPC: "The system's limit of watches is reached: raise fs.inotify.max_user_watches.",
  EMFILE: "The system's limit of watchers or open files is reached: raise fs.inotify.max_user_instances, or 'ulimit -n'.",
  EACCES: "The folders of the specs can't be read.",
};
