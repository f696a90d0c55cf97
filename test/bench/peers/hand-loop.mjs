// The least that a client takes for an MCP server: no package, no validation.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { echo } from "./echo.mjs";

const serverInfo = { name: "hand-loop", version: "1.0.0" };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ tools: JSON.parse(readFileSync(process.argv[2], "utf8")) }),
  "tools/call": async () => ({ content: [{ type: "text", text: await echo() }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: await answers[method](params) })}\n`);
}
