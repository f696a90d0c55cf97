// The least that a client takes for an MCP server over HTTP: Node's server, no package, no validation.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { echo } from "./echo.mjs";

const serverInfo = { name: "http-floor", version: "1.0.0" };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(process.argv[2], "utf8")) }),
  "tools/call": async () => ({ content: [{ type: "text", text: await echo() }] }),
};

const server = createServer(async (request, response) => {
  const { id, method, params } = await json(request);
  const result = await answers[method](params);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
});
server.listen(0, "127.0.0.1", () => console.error(`listens on http://127.0.0.1:${server.address().port}/mcp`));
process.on("SIGTERM", () => process.exit());
