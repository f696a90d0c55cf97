// Servers by the SDK, version 2: node sdk2.mjs TOOLS, or node sdk2.mjs TOOLS --http ADDRESS. Over HTTP it is stateless, as
// the SDK's documentation shows it: a server for each request. Its adapter to Node is this repository's own dependency.
// Each loads what it needs alone.
import { echo } from "./echo.mjs";

await (process.argv.includes("--http") ? overHttp() : mcpServer());

async function overHttp() {
  const { readFileSync } = await import("node:fs");
  const { createServer } = await import("node:http");
  const { toNodeHandler } = await import("@modelcontextprotocol/node");
  const { createMcpHandler, Server } = await import("@modelcontextprotocol/server");
  const tools = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const handler = createMcpHandler(() => {
    const server = new Server({ name: "sdk2-http", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", async () => ({ content: [{ type: "text", text: await echo() }] }));
    return server;
  });
  const http = createServer(toNodeHandler(handler));
  http.listen(0, "127.0.0.1", () => console.error(`listens on http://127.0.0.1:${http.address().port}/mcp`));
  process.on("SIGTERM", () => process.exit());
}

async function mcpServer() {
  const { McpServer } = await import("@modelcontextprotocol/server");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const z = await import("zod");
  const { tools, zodShape } = await import("./tools.mjs");
  serveStdio(() => {
    const server = new McpServer({ name: "sdk2-mcp-server", version: "1.0.0" });
    for (const { name, description, inputSchema } of tools) {
      const call = async () => ({ content: [{ type: "text", text: await echo() }] });
      server.registerTool(name, { description, inputSchema: z.object(zodShape(inputSchema)) }, call);
    }
    return server;
  });
}
