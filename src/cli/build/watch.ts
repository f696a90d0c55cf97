import { join, relative } from "node:path";
import { watch as watchFiles } from "chokidar";
import { configFile } from "../../check/project/config.js";
import { exitCode } from "../exit-code.js";
import { projectRoot } from "../project/open-project.js";
import type { BuildRequest } from "./build-request.js";
import { fullBuild } from "./full-build.js";

/** Editors write a file in several steps, and a checkout changes many: changes within this time count as one. */
const quietMs = 60;

/**
 * Builds, and rebuilds whenever a possible spec changes, until the process is ended. A failed build reports the reason,
 * and the next change starts another.
 */
export async function watch(request: BuildRequest): Promise<number> {
  const { options, terminal } = request;
  const looked = new Set<string>();
  const build = () => fullBuild({ ...request, looked });
  const root = projectRoot(options, terminal);
  const watcher = watchFiles(root, { ignoreInitial: true, ignored: (path) => isElsewhere(path, root) });
  let wanted: NodeJS.Timeout | undefined;
  // Changes are events from now on, so the first build reads everything before them.
  const ready = new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  let building: Promise<unknown> = ready.then(build);
  watcher.on("all", (_event, path) => {
    // Of other files, only those that a build has read matter: handlers, and their imports.
    if (!/\.(?:ya?ml|json)$/.test(path) && !path.endsWith(configFile) && !looked.has(relative(root, path))) return;
    clearTimeout(wanted);
    wanted = setTimeout(() => {
      building = building.then(build).catch((error: unknown) => terminal.err(`${String(error)}\n`));
    }, quietMs);
  });
  await building;
  terminal.err("Watching for changes. Ctrl-C ends it.\n");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  clearTimeout(wanted);
  await Promise.all([watcher.close(), building]);
  return exitCode.done;
}

/** Folders without specs that are large or change with each build. */
function isElsewhere(path: string, root: string): boolean {
  return ["node_modules", ".git", ".toolgen", "generated"].some((name) => path === join(root, name) || path.includes(`/${name}/`));
}
