/** Prints a text as a `CallToolResult` of MCP. */
export const mcpText = (text: string): string => JSON.stringify({ content: [{ type: "text", text }] });
