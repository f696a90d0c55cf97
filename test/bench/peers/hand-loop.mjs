// The least that a client takes for an MCP server: no package, no validation. A module that is named after the tools is loaded, and no more:
// starting a program copies the page tables of the process that starts it, so what a start costs depends on what a server has in memory. How the program is started is
// said by the name of a module here.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [toolsFile, ballast, way = "echo"] = process.argv.slice(2);
const { echo } = await import(`./${way}.mjs`);
if (ballast !== undefined) createRequire(import.meta.url)(ballast);

const serverInfo = { name: "hand-loop", version: "1.0.0" };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(toolsFile, "utf8")) }),
  "tools/call": async () => ({ content: [{ type: "text", text: await echo() }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: await answers[method](params) })}\n`);
}
