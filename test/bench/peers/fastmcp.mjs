// A server by fastmcp: node fastmcp.mjs TOOLS, or node fastmcp.mjs TOOLS --http ADDRESS.
import { FastMCP } from "fastmcp";
import * as z from "zod";
import { echo } from "./echo.mjs";
import { freePort } from "./free-port.mjs";
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
