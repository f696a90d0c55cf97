import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename } from "node:path";
import { lookMs } from "./watch-file.js";

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
