import type { ToolDefinition } from "../contract/definition.js";

/**
 * Returns true if output arrives while a call runs: that of commands and handlers, and the response of requests. A
 * result that is in a file or isn't text arrives at the end, and a background program has another tool for its output.
 */
export function canUpdateOutput({ output, background, command }: ToolDefinition): boolean {
  if (background !== undefined || output.file !== undefined) return false;
  return command?.handler !== undefined || !isBinary(output);
}

const isBinary = ({ format }: ToolDefinition["output"]) => format === "image" || format === "audio";
