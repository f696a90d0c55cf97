import { lstatSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { realResourceFile, type ServedFile } from "../read-resource-file.js";
import { watchFolder } from "../watch-file.js";

/** A program writes a file in several steps: changes within this time count as one. In milliseconds. */
const quietMs = 100;

/** A folder that is watched for all its files that clients follow. */
interface WatchedFolder {
  readonly onChange: Map<string, Set<() => void>>;
  stop(): void;
}

/** Watches files of resources, each folder once. */
export class WatchedFiles {
  readonly #folders = new Map<string, WatchedFolder>();

  /**
   * Calls a function after a file has changed, appeared or gone, also if it is reached by a link, until the returned
   * function is called. Returns `undefined` for a path that leads out of the resource's folder. Throws if the system
   * can't watch.
   */
  watch(file: ServedFile, onChange: () => void): (() => void) | undefined {
    const real = realResourceFile(file);
    if (real === undefined) return undefined;
    let mark = markOf(file);
    let pending: NodeJS.Timeout | undefined;
    const compare = () => {
      pending = undefined;
      const now = markOf(file);
      if (now === mark) return;
      mark = now;
      onChange();
    };
    const look = () => {
      pending ??= setTimeout(compare, quietMs).unref();
    };
    const stops = [...new Set([real, resolve(file.root, file.path)])].map((path) => this.#watch(path, look));
    return () => {
      clearTimeout(pending);
      for (const stop of stops) stop();
    };
  }

  close(): void {
    for (const folder of this.#folders.values()) folder.stop();
    this.#folders.clear();
  }

  #watch(path: string, look: () => void): () => void {
    const [dir, name] = [dirname(path), basename(path)];
    const folder = this.#folders.get(dir) ?? this.#begin(dir);
    const ofFile = folder.onChange.get(name) ?? new Set();
    folder.onChange.set(name, ofFile.add(look));
    return () => {
      ofFile.delete(look);
      if (ofFile.size === 0) folder.onChange.delete(name);
      if (folder.onChange.size > 0 || this.#folders.get(dir) !== folder) return;
      folder.stop();
      this.#folders.delete(dir);
    };
  }

  #begin(dir: string): WatchedFolder {
    const onChange = new Map<string, Set<() => void>>();
    const lookAtAll = () => {
      for (const looks of onChange.values()) for (const look of looks) look();
    };
    // An event doesn't always name the file, and one of the folder itself means all of them. Looking costs little.
    const folder = { onChange, stop: watchFolder(dir, (name) => onChange.has(name) || name === basename(dir), lookAtAll) };
    this.#folders.set(dir, folder);
    return folder;
  }
}

/** Differs between two states of a file. It is empty if there is no file that clients may read. */
function markOf(file: ServedFile): string {
  try {
    const real = realResourceFile(file);
    const stat = real === undefined ? undefined : lstatSync(real, { bigint: true, throwIfNoEntry: false });
    return stat?.isFile() ? [real, stat.dev, stat.ino, stat.size, stat.mtimeNs].join("\n") : "";
  } catch {
    // A folder on the way may not be read.
    return "";
  }
}
