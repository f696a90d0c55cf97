import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { watchFolder } from "./watch-folder.js";

/**
 * Calls a function when a file may have changed, appeared or gone, also if its folder doesn't exist yet. Returns a
 * function that ends it. Throws if the system can't watch.
 */
export function watchFile(path: string, onChange: () => void): () => void {
  let stop = () => {};
  const begin = (): void => {
    stop();
    const folder = nearestFolder(path);
    const [step = ""] = relative(folder, path).split(sep);
    stop = watchFolder(
      folder,
      (name) => name === step,
      () => {
        onChange();
        if (nearestFolder(path) !== folder) begin();
      },
    );
    // A folder can have appeared since.
    if (nearestFolder(path) !== folder) begin();
  };
  begin();
  return () => stop();
}

/** Returns the folder of a path, or the nearest one above it that exists. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) || folder === join(folder, "../..") ? folder : nearestFolder(folder);
}
