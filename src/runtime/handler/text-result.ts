import type { OutputFormat } from "../contract/definition.js";

/**
 * Returns the text of a result in MCP's format that is nothing else, so that it needn't be printed as JSON. UTF-8 has
 * no bytes for half a surrogate pair, but JSON has an escape.
 */
export const textResult = (value: unknown, format: OutputFormat): string | undefined =>
  format === "mcp" && typeof value === "string" && value.isWellFormed() ? value : undefined;
