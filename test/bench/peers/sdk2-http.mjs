// Stateless, as the SDK's documentation shows it: a server for each request. Its adapter to Node is this repository's own dependency.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { echo } from "./echo.mjs";

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
