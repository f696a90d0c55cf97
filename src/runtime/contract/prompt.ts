import type { CompiledTool } from "./definition.js";
import type { TextTemplate } from "./template.js";

/** One message of a prompt. Its text is a template over the prompt's arguments. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly text: TextTemplate;
}

/**
 * The exports of a module in `generated/mcp/prompts`. The arguments of a prompt are repaired and checked as those of a
 * tool are, by the same definition; nothing runs.
 */
export interface CompiledPrompt extends CompiledTool {
  readonly description: string;
  /** The values of arguments whose schema lists them. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly messages: readonly PromptMessage[];
}
