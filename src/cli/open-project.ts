import { resolve } from "node:path";
import { type Host, HostError } from "../host.js";
import { nodeHost } from "../node-host.js";
import type { GlobalOptions } from "./program.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The absolute path of the project that the options name. */
export function projectRoot({ project }: GlobalOptions, terminal: Terminal): string {
  return resolve(terminal.launchDir, project);
}

/** The file system below the project's folder, which must be there. */
export async function openProject(options: GlobalOptions, terminal: Terminal): Promise<Host> {
  const host = nodeHost(projectRoot(options, terminal));
  if (!(await isFolder(host)))
    throw new UsageError(`There is no folder '${options.project}'.`, "--project takes the folder that holds the specs' folder.");
  return host;
}

async function isFolder(host: Host): Promise<boolean> {
  try {
    return (await host.list(".")) !== undefined;
  } catch (error) {
    // A folder that may not be listed is one: what can be read below it is for the compiler to find out.
    if (error instanceof HostError) return true;
    throw error;
  }
}
