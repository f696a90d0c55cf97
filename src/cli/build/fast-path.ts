import type { BuildOptions } from "./build-options.js";

/**
 * Returns the options of `toolgen build` and `toolgen build --project DIR`, and `undefined` for any other command line.
 * These two run many times a day and mostly have nothing to do. Loading the parser of all commands would take longer
 * than that.
 */
export function fastPathOptions([command, ...options]: readonly string[]): BuildOptions | undefined {
  if (command !== "build") return undefined;
  const [option, project] = options;
  if (option === undefined) return { format: "pretty" };
  const isFolder = option === "--project" && project !== undefined && project !== "" && !project.startsWith("-");
  return isFolder && options.length === 2 ? { project, format: "pretty" } : undefined;
}
