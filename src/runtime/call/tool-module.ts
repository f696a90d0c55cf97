import type { CompiledTool } from "../definition.js";

/** The format of what `generated/bin` holds beside its programs. It grows when an older `call` would misunderstand a newer file. */
export const moduleFormat = 1;

/** What a file `generated/bin/tools/NAME.cjs` exports. */
export interface ToolModule extends CompiledTool {
  readonly format: number;
  /** The project's root, relative to `generated/bin`. */
  readonly project: string;
}

/** What `generated/bin/tools.json` holds: read only when a tool isn't found by its own name. */
export interface ToolIndex {
  readonly format: number;
  readonly project: string;
  readonly names: readonly string[];
  /** Other names that models use for a tool, and the tool's own. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** The refusal of a file that a newer toolgen wrote. */
export function newerFormat(what: string, format: unknown): string {
  return `${what} was built in format ${String(format)}, and this program knows format ${moduleFormat}. Run 'toolgen build' with one version of toolgen for all of generated/.`;
}
