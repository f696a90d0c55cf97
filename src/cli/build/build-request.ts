import type { LastBuild } from "../../cache/build-stamp.js";
import type { Host } from "../../host.js";
import type { Terminal } from "../io/terminal.js";
import type { BuildOptions } from "./build-options.js";

export interface BuildRequest {
  readonly host: Host;
  readonly buildId: string;
  readonly options: BuildOptions;
  readonly terminal: Terminal;
  /** The record of the last build, if it was read just now. Outputs that haven't changed since aren't read. */
  readonly last: LastBuild | undefined;
  /** Replaced by the paths that the build reads, relative to the project's root, with the mark that each had. */
  readonly read?: Map<string, string>;
}
