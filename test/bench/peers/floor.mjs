// The least that a client takes for an MCP server: no package, no validation. Over HTTP it is Node's server. Over standard
// streams, a module that is named after the tools is loaded, and no more: starting a program copies the page tables of the
// process that starts it, so what a start costs depends on what a server has in memory. How the program is started is said
// by the name of a function of echo.mjs: node floor.mjs TOOLS [BALLAST [WAY]], or node floor.mjs TOOLS --http ADDRESS.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { echo, guardedEcho } from "./echo.mjs";

const [toolsFile, ...more] = process.argv.slice(2);
const isHttp = more.includes("--http");
const [ballast, way = "echo"] = isHttp ? [] : more;
if (ballast !== undefined) createRequire(import.meta.url)(ballast);

const started = { echo, guardedEcho };
const serverInfo = { name: "floor", version: "1.0.0" };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(toolsFile, "utf8")) }),
  "tools/call": async () => ({ content: [{ type: "text", text: await started[way]() }] }),
};
await (isHttp ? serveHttp() : serveLines());

async function serveLines() {
  const { createInterface } = await import("node:readline");
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: await answers[method](params) })}\n`);
  }
}

async function serveHttp() {
  const { createServer } = await import("node:http");
  const { json } = await import("node:stream/consumers");
  const server = createServer(async (request, response) => {
    const { id, method, params } = await json(request);
    const result = await answers[method](params);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  server.listen(0, "127.0.0.1", () => console.error(`listens on http://127.0.0.1:${server.address().port}/mcp`));
  process.on("SIGTERM", () => process.exit());
}
