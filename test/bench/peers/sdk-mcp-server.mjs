import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { echo } from "./echo.mjs";
import { tools, zodShape } from "./tools.mjs";

const server = new McpServer({ name: "sdk-mcp-server", version: "1.0.0" });
for (const { name, description, inputSchema } of tools) {
  const call = async () => ({ content: [{ type: "text", text: await echo() }] });
  server.registerTool(name, { description, inputSchema: zodShape(inputSchema) }, call);
}
await server.connect(new StdioServerTransport());
