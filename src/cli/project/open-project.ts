import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Host, HostError } from "../../contract/host.js";
import { nodeHost } from "../../contract/node-host.js";
import { type GlobalOptions, limitsFrom, UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";

/** The absolute path of the project: the one in the options, otherwise the one that contains the current folder. */
export function projectRoot({ project }: GlobalOptions, { launchDir, environment }: Terminal): string {
  return project === undefined ? findProject(launchDir, environment.HOME) : resolve(launchDir, project);
}

/**
 * The nearest folder with a `toolgen.yaml`, from this one upwards, as Git finds its repository. A folder with specs in
 * `tools.d` is a project without that file, and an empty `tools.d` hides no project above it. The home folder is not
 * searched from below, and if nothing is found the project is this folder.
 */
function findProject(launchDir: string, home: string | undefined): string {
  if (existsSync(join(launchDir, "toolgen.yaml")) || hasSpecs(join(launchDir, "tools.d"))) return launchDir;
  for (let folder = launchDir; folder !== dirname(folder) && folder !== home; ) {
    folder = dirname(folder);
    if (folder !== home && existsSync(join(folder, "toolgen.yaml"))) return folder;
  }
  return launchDir;
}

function hasSpecs(folder: string): boolean {
  try {
    // A recursive listing would ask the system about each file.
    const entries = readdirSync(folder, { withFileTypes: true });
    return (
      entries.some(({ name }) => /\.(?:ya?ml|json)$/.test(name)) ||
      entries.some((entry) => entry.isDirectory() && hasSpecs(join(folder, entry.name)))
    );
  } catch (error) {
    // An unreadable folder may have specs, and a build says what is wrong with it.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** The file system below the project's folder, which must exist. */
export async function openProject(options: GlobalOptions, terminal: Terminal): Promise<Host> {
  const host = nodeHost(projectRoot(options, terminal), limitsFrom(options.limit));
  if (await isFolder(host)) return host;
  const root = projectRoot(options, terminal);
  if (root.includes("\ufffd")) throw new UsageError(`The path of the project is not UTF-8: ${root}`, "Rename that folder.");
  throw new UsageError(`There is no folder '${options.project ?? root}'.`, projectHelp(options.project));
}

/** For commands that follow a project until its folder is removed. */
export const projectGone = (root: string) => new UsageError(`The project's folder is gone: ${root}`, "Start the command in the new one.");

/** For `install claude --project --yes`, where the option took the next one for its folder, and everyone else. */
function projectHelp(given: string | undefined): string {
  const takes = "--project takes the folder that holds the specs' folder.";
  return given?.startsWith("-")
    ? `${takes} Leave it out for this project; 'install' changes the project's settings unless --user is given.`
    : takes;
}

async function isFolder(host: Host): Promise<boolean> {
  try {
    return (await host.list(".")) !== undefined;
  } catch (error) {
    // An unreadable folder still counts: the compiler finds out what can be read below it.
    if (error instanceof HostError) return true;
    throw error;
  }
}
