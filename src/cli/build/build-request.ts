import type { LastBuild } from "../../cache/build-stamp.js";
import type { Host } from "../../host.js";
import type { Terminal } from "../io/terminal.js";
import type { BuildOptions } from "./build-options.js";

export interface BuildRequest {
  readonly host: Host;
  readonly buildId: string;
  readonly options: BuildOptions;
  readonly terminal: Terminal;
  /** What the last build left, if that was looked at just now: outputs that are as it left them aren't read. */
  readonly last: LastBuild | undefined;
  /** Is told the paths that builds look at, from the project's root. */
  readonly looked?: Set<string>;
}
