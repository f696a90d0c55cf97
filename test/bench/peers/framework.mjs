// A server by mcp-framework: node framework.mjs TOOLS, or node framework.mjs TOOLS --http ADDRESS. It finds its tools in files of a folder, so
// it has one, whatever the number of tools.
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.mjs";

// It says otherwise what it does, on standard error.
process.env.MCP_ENABLE_FILE_LOGGING = "false";
const { MCPServer } = await import("mcp-framework");
const options = { name: "mcp-framework", version: "1.0.0", basePath: fileURLToPath(new URL("framework", import.meta.url)) };
await (process.argv.includes("--http") ? serveHttp() : new MCPServer({ ...options, transport: { type: "stdio" } }).start());

async function serveHttp() {
  const port = await freePort();
  const server = new MCPServer({
    ...options,
    transport: { type: "http-stream", options: { port, host: "127.0.0.1", responseMode: "batch" } },
  });
  process.on("SIGTERM", () => process.exit());
  // It is only fulfilled when the server ends.
  void server.start();
  while (!(await isOpen(port))) await delay(5);
  console.error(`listens on http://127.0.0.1:${port}/mcp`);
}

async function isOpen(port) {
  const socket = connect(port, "127.0.0.1");
  const opened = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
}
