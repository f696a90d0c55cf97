import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { basename } from "node:path";

/** The file is looked at in this interval, by default. In milliseconds. */
export const lookMs = 1000;

/**
 * Calls a function when a file has changed, appeared or gone, wherever its path leads by then: it may be a link, and
 * folders above it may be made, renamed or linked elsewhere. The system's notifications know none of this. It doesn't
 * keep the process alive. Returns a function that ends it.
 */
export function watchFile(path: string, onChange: () => void, everyMs = lookMs): () => void {
  // At once: Node's own watchFile first looks later, and misses what changes until then.
  let mark = markIfThere(path);
  const timer = setInterval(() => {
    const last = mark;
    mark = markIfThere(path);
    if (mark !== last) onChange();
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/**
 * Calls a function when files of a folder, by their names, may have changed, also if the folder is removed and made
 * again, as a checkout does. It doesn't keep the process alive. Returns a function that ends it. Throws if the system
 * can't watch an existing folder. A folder that is missing is looked for at an interval.
 */
export function watchFolder(folder: string, isMeant: (name: string) => boolean, onChange: () => void, everyMs = lookMs): () => void {
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    watcher?.close();
    watcher = undefined;
    if (!existsSync(folder)) {
      again();
      return;
    }
    watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || isMeant(name)) onChange();
      // A folder that was removed or renamed reports its own name, and nothing from then on.
      if (name === null || name === basename(folder)) again();
    });
    watcher.on("error", again);
  };
  const again = (): void => {
    watcher?.close();
    watcher = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        begin();
        if (watcher !== undefined) onChange();
      } catch {
        // It was removed meanwhile, or the system has no watchers left at present.
        again();
      }
    }, everyMs).unref();
  };
  begin();
  return () => {
    clearTimeout(timer);
    watcher?.close();
  };
}

/**
 * Returns a text that changes with the content of a file, also if another file takes its place. Throws if there is no
 * file.
 */
export function changeMark(path: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
}

/** The same. Empty if there is no file that can be looked at. */
export function markIfThere(path: string): string {
  try {
    return changeMark(path);
  } catch {
    return "";
  }
}
