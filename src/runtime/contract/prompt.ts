import type { Completions } from "./completion.js";
import type { CompiledTool } from "./definition.js";
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
