import type { DiagnosticFormat } from "../diagnostics/formats/diagnostic-formats.js";
import type { ProjectLimits } from "./project/project-limits.js";

/** The options that every command takes. */
export interface GlobalOptions {
  /** `undefined`: the current folder, or the nearest one above with a `toolgen.yaml`. */
  readonly project?: string;
  readonly color?: boolean;
  /** The limits that the command line raises or lowers. */
  readonly limit?: Partial<ProjectLimits>;
}

export interface FormatOption {
  readonly format: DiagnosticFormat;
}

export interface SuggestOption {
  /** Print the changes after which calls don't ask about values. */
  readonly suggest?: true;
}
