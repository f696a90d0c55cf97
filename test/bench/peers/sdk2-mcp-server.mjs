import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";
import { echo } from "./echo.mjs";
import { tools, zodShape } from "./tools.mjs";

serveStdio(() => {
  const server = new McpServer({ name: "sdk2-mcp-server", version: "1.0.0" });
  for (const { name, description, inputSchema } of tools) {
    const call = async () => ({ content: [{ type: "text", text: await echo() }] });
    server.registerTool(name, { description, inputSchema: z.object(zodShape(inputSchema)) }, call);
  }
  return server;
});
