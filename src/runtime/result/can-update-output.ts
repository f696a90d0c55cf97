import type { ToolDefinition } from "../contract/definition.js";

/**
 * Whether output arrives while a call runs: of commands and requests what they print and answer, of handlers what they say. A result that is in a file or isn't
 * text arrives at the end, and what runs in the background is asked for by another tool.
 */
export function canUpdateOutput({ output, background, command }: ToolDefinition): boolean {
  if (background !== undefined || output.file !== undefined) return false;
  return command?.handler !== undefined || !isBinary(output);
}

const isBinary = ({ format }: ToolDefinition["output"]) => format === "image" || format === "audio";
