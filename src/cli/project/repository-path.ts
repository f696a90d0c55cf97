import { relative, resolve, sep } from "node:path";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { projectRoot } from "./open-project.js";

/**
 * The path of the project in the repository that GitHub Actions checked out (`GITHUB_WORKSPACE`), to put before a
 * file's: `packages/tools/`. Empty at its root, outside of it, and elsewhere.
 */
export function repositoryPath(options: GlobalOptions, terminal: Terminal): string {
  const { GITHUB_WORKSPACE: workspace } = terminal.environment;
  if (workspace === undefined || workspace === "") return "";
  const parts = relative(resolve(workspace), projectRoot(options, terminal)).split(sep);
  return parts[0] === "" || parts[0] === ".." ? "" : `${parts.join("/")}/`;
}
