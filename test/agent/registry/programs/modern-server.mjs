// A server that speaks the revision of 2026 alone, by the SDK.
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(
  () => {
    const server = new Server({ name: "modern", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({ tools: [{ name: "now", inputSchema: { type: "object" } }] }));
    server.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "2026" }] }));
    return server;
  },
  { legacy: "reject" },
);
