import type { CompiledTool, Selector, ToolKind } from "../contract/definition.js";
import type { ToolRisk } from "../contract/tool-metadata.js";
import type { JsonObject } from "../json/json-value.js";

/**
 * The format of the generated files that programs read. It is increased when an older program would misunderstand a
 * newer file, or a newer program an older file: also when an optional member gets another name, because no reader would
 * miss it. Format 2 has `riskSettings` where format 1 had `consent`.
 */
export const moduleFormat = 2;

/** The exports of a file `generated/bin/tools/NAME.cjs`. */
export interface ToolModule extends CompiledTool {
  readonly format: number;
  /** The project's root, relative to `generated/bin`. */
  readonly project: string;
  /** True if checking short arguments takes no longer than starting a program, whatever they are. */
  readonly quickToCheck?: boolean;
}

/** The content of `generated/bin/tools.json`, which is read only if a tool isn't found by its own name. */
export interface ToolIndex {
  readonly format: number;
  readonly project: string;
  /** True if the project logs calls (docs/audit.md). */
  readonly audit?: true;
  readonly names: readonly string[];
  /** The aliases of a tool, and its own name. */
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * The content of `generated/bin/declarations.json`: the data about tools for programs that embed them. Calls don't read
 * it.
 */
export interface ToolDeclarations {
  readonly format: number;
  readonly tools: readonly DeclaredTool[];
}

/** A tool as its generated class describes it. */
export interface DeclaredTool {
  readonly displayName: string;
  readonly kind: ToolKind;
  readonly risk: ToolRisk;
  /** Parameters that name the place of a call's effect. */
  readonly locations: readonly { readonly path: Selector; readonly line?: Selector | undefined }[];
  /** With the canonical schema, because a program that embeds the tools repairs arguments itself. */
  readonly declaration: { readonly name: string; readonly description: string; readonly parametersJsonSchema: JsonObject };
}

/** The message for a file that another version of toolgen wrote. */
export function otherFormat(what: string, format: unknown): string {
  return `${what} was built in format ${String(format)}, and this program knows format ${moduleFormat}. Run 'toolgen build' with one version of toolgen for all of generated/.`;
}
