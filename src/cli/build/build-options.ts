import type { FormatOption, GlobalOptions } from "../options.js";

export interface BuildOptions extends GlobalOptions, FormatOption {
  readonly check?: true;
  readonly watch?: true;
}
