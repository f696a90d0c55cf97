// A server by fastmcp: node fastmcp.mjs TOOLS, or node fastmcp.mjs TOOLS --http ADDRESS.
import { FastMCP } from "fastmcp";
import * as z from "zod";
import { echo } from "./echo.mjs";
import { tools, zodShape } from "./tools.mjs";

const server = new FastMCP({ name: "fastmcp", version: "1.0.0" });
for (const { name, description, inputSchema } of tools) {
  server.addTool({ name, description, parameters: z.object(zodShape(inputSchema)), execute: () => echo() });
}
await (process.argv.includes("--http") ? serveHttp() : server.start({ transportType: "stdio" }));

async function serveHttp() {
  const port = await freePort();
  await server.start({ transportType: "httpStream", httpStream: { host: "127.0.0.1", port, stateless: true } });
  console.error(`listens on http://127.0.0.1:${port}/mcp`);
  process.on("SIGTERM", () => process.exit());
}

async function freePort() {
  const { once } = await import("node:events");
  const { createServer } = await import("node:net");
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
