// Servers by the SDK, version 1: node sdk.mjs TOOLS [McpServer], or node sdk.mjs TOOLS --http ADDRESS. Over HTTP it is
// stateless, as the SDK's documentation shows it: a server and a transport for each request. Each loads what it needs alone.
import { echo } from "./echo.mjs";

const way = process.argv.includes("--http") ? overHttp : process.argv[3] === "McpServer" ? mcpServer : lowLevel;
await way();

async function lowLevel() {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const server = await servers("sdk-low-level");
  await server().connect(new StdioServerTransport());
}

async function overHttp() {
  const { createServer } = await import("node:http");
  const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const newServer = await servers("sdk-http");
  const http = createServer(async (request, response) => {
    const server = newServer();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  http.listen(0, "127.0.0.1", () => console.error(`listens on http://127.0.0.1:${http.address().port}/mcp`));
  process.on("SIGTERM", () => process.exit());
}

/** Makes servers of the low-level class. */
async function servers(name) {
  const { readFileSync } = await import("node:fs");
  const { Server } = await import("@modelcontextprotocol/sdk/server/index.js");
  const { CallToolRequestSchema, ListToolsRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const tools = JSON.parse(readFileSync(process.argv[2], "utf8"));
  return () => {
    const server = new Server({ name, version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [{ type: "text", text: await echo() }] }));
    return server;
  };
}

async function mcpServer() {
  const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  const { tools, zodShape } = await import("./tools.mjs");
  const server = new McpServer({ name: "sdk-mcp-server", version: "1.0.0" });
  for (const { name, description, inputSchema } of tools) {
    const call = async () => ({ content: [{ type: "text", text: await echo() }] });
    server.registerTool(name, { description, inputSchema: zodShape(inputSchema) }, call);
  }
  await server.connect(new StdioServerTransport());
}
