import type { BuildOptions } from "./build-options.js";

/**
 * What `toolgen build` and `toolgen build --project DIR` ask for, and `undefined` for any other command line. These two are run many times a day and
 * mostly find nothing to do; the parser that knows all commands would take longer than that.
 */
export function fastPathOptions([command, ...options]: readonly string[]): BuildOptions | undefined {
  if (command !== "build") return undefined;
  const [option, project] = options;
  if (option === undefined) return { format: "pretty" };
  const isFolder = option === "--project" && project !== undefined && project !== "" && !project.startsWith("-");
  return isFolder && options.length === 2 ? { project, format: "pretty" } : undefined;
}
