// Stateless, as the SDK's documentation shows it: a server for each request. Its adapter to Node is this repository's own dependency.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { echo } from "./echo.mjs";
import { tools, zodShape } from "./tools.mjs";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "sdk2-http", version: "1.0.0" });
  for (const { name, description, inputSchema } of tools) {
    const call = async () => ({ content: [{ type: "text", text: await echo() }] });
    server.registerTool(name, { description, inputSchema: z.object(zodShape(inputSchema)) }, call);
  }
  return server;
});
const http = createServer(toNodeHandler(handler));
http.listen(0, "127.0.0.1", () => console.error(`listens on http://127.0.0.1:${http.address().port}/mcp`));
process.on("SIGTERM", () => process.exit());
