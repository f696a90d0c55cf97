// Stateless, as the SDK's documentation shows it: a server and a transport for each request.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { echo } from "./echo.mjs";

const tools = JSON.parse(readFileSync(process.argv[2], "utf8"));
const http = createServer(async (request, response) => {
  const server = new Server({ name: "sdk-http", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [{ type: "text", text: await echo() }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on("close", () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(0, "127.0.0.1", () => console.error(`listens on http://127.0.0.1:${http.address().port}/mcp`));
process.on("SIGTERM", () => process.exit());
