import { join, relative } from "node:path";
import { watch } from "chokidar";
import { configFile } from "../../check/project/config.js";

/** Editors write a file in several steps, and a checkout changes many: changes within this time count as one. */
const quietMs = 60;

/**
 * Calls a function after changes of files that may be specs, or whose paths, relative to the project, are among those
 * that compiling has read. Resolves once it notices changes, to a function that ends it.
 */
export async function watchSpecs(root: string, hasRead: (path: string) => boolean, onChange: () => void): Promise<() => Promise<void>> {
  const watcher = watch(root, { ignoreInitial: true, ignored: (path) => isElsewhere(path, root) });
  let pending: NodeJS.Timeout | undefined;
  watcher.on("all", (_event, path) => {
    // Of other files, only those that were read matter: handlers, and their imports.
    if (!/\.(?:ya?ml|json)$/.test(path) && !path.endsWith(configFile) && !hasRead(relative(root, path))) return;
    clearTimeout(pending);
    pending = setTimeout(onChange, quietMs);
  });
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return () => {
    clearTimeout(pending);
    return watcher.close();
  };
}

/** Folders without specs that are large or change with each build. */
function isElsewhere(path: string, root: string): boolean {
  return ["node_modules", ".git", ".toolgen", "generated"].some((name) => path === join(root, name) || path.includes(`/${name}/`));
}
