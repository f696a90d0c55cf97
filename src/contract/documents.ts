import type { CompiledTool, ToolDefinition } from "./definition.js";
import type { TextTemplate } from "./text-template.js";

/** One message of a prompt. */
export type PromptMessage = { readonly role: "user" | "assistant" } & PromptContent;

/** The content of a message. The texts are templates over the prompt's arguments. */
export type PromptContent =
  | { readonly text: TextTemplate }
  /** An image or a sound. */
  | { readonly media: PromptMedia }
  /** The URI of a resource, which is read when the prompt is rendered. */
  | { readonly resource: TextTemplate };

/** A file that was read when the prompt was built. */
export interface PromptMedia {
  readonly type: "image" | "audio";
  readonly mimeType: string;
  /** In Base64. */
  readonly data: string;
}

/**
 * The exports of a module in `generated/mcp/prompts`. The arguments of a prompt are repaired and checked as those of a
 * tool are, by the same definition; nothing runs.
 */
export interface CompiledPrompt extends CompiledTool {
  readonly description: string;
  /** The values of arguments whose schema lists them. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** Absent if no command completes any. */
  readonly completions?: Completions;
  readonly messages: readonly PromptMessage[];
}

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

/** The command that prints the values of a parameter while a person types it. */
export interface Completion {
  /** The arguments are the document's parameters, as texts. */
  readonly definition: ToolDefinition;
  /** True if the command is given what was typed so far, so that each value that it prints is offered. */
  readonly usesText: boolean;
}

/** The commands of a prompt or a resource, by the parameters that they complete. */
export type Completions = Readonly<Record<string, Completion>>;
