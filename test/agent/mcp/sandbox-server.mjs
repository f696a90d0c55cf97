// An MCP server that reads, writes and connects as it is told, and says what came of it.
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { createInterface } from "node:readline";

let calls = 0;
const attempt = (action) => {
  try {
    return String(action() ?? "done");
  } catch (error) {
    return String(error.code);
  }
};
const reach = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve("connected") ?? socket.end());
    socket.on("error", ({ code }) => resolve(code));
  });
const tools = {
  read: ({ path }) => attempt(() => readFileSync(path, "utf8").trim()),
  write: ({ path }) => attempt(() => writeFileSync(path, "written")),
  connect: ({ port }) => reach(port),
  count: () => String(++calls),
  token: () => process.env.TOKEN ?? "none",
};
const answers = {
  initialize: async ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "box", version: "1" } }),
  "tools/list": async () => ({ tools: [] }),
  "tools/call": async ({ name, arguments: args }) => ({ content: [{ type: "text", text: await tools[name](args) }] }),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (answers[method]) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: await answers[method](params) })}\n`);
});
