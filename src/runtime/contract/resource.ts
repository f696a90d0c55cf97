import type { Completions } from "./completion.js";
import type { CompiledTool } from "./definition.js";
import type { TextTemplate } from "./text-template.js";

/**
 * A URI template in parts: literals, and variables between them. The value of a variable may contain slashes only if it
 * is `reserved`. `query` are optional variables behind a question mark.
 */
export interface UriTemplate {
  readonly parts: readonly (string | { readonly name: string; readonly reserved: boolean })[];
  readonly query: readonly string[];
}

/** The content of a resource. */
export type ResourceContent =
  /** The output of the definition's command or request. */
  | { readonly kind: "call" }
  | { readonly kind: "text"; readonly text: TextTemplate }
  /** A file below `folder`, which is below a root. Both paths are relative. */
  | { readonly kind: "file"; readonly path: TextTemplate; readonly folder: string; readonly root: string };

/** The exports of a module in `generated/mcp/resources`. Its variables are checked as the arguments of a tool are. */
export interface CompiledResource extends CompiledTool {
  readonly mimeType: string | undefined;
  readonly content: ResourceContent;
  /** The values of variables whose schema lists them. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Absent if no command completes any. */
  readonly completions?: Completions;
}

/** The content of `generated/mcp/resource-index.json`: which resource answers to a URI. */
export interface ResourceIndex {
  readonly fixed: Readonly<Record<string, string>>;
  readonly templates: readonly (UriTemplate & { readonly name: string; readonly text: string })[];
}
