import { FastMCP } from "fastmcp";
import * as z from "zod";
import { echo } from "./echo.mjs";
import { tools, zodShape } from "./tools.mjs";

const server = new FastMCP({ name: "fastmcp", version: "1.0.0" });
for (const { name, description, inputSchema } of tools) {
  server.addTool({ name, description, parameters: z.object(zodShape(inputSchema)), execute: () => echo() });
}
await server.start({ transportType: "stdio" });
