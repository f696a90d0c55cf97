// An MCP server whose tools are those of a JSON file, listed two at a time: node listing-server.mjs FILE. It answers a
// call with its arguments, and writes its name into FILE.calls. Without the file it ends at once. It lists what the file
// has then, after it said so on SIGUSR2.
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file] = process.argv;
let tools = JSON.parse(readFileSync(file, "utf8"));
const pageSize = 2;

function resultOf(method, params) {
  switch (method) {
    case "initialize":
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "listing", version: "1" } };
    case "tools/list": {
      const start = Number(params?.cursor ?? 0);
      const next = start + pageSize;
      return { tools: tools.slice(start, next), ...(next < tools.length && { nextCursor: String(next) }) };
    }
    case "tools/call":
      appendFileSync(`${file}.calls`, `${params.name}\n`);
      return { content: [{ type: "text", text: JSON.stringify({ ...params.arguments, key: process.env.NOTES_KEY }) }] };
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(method, params) })}\n`);
});

process.on("SIGUSR2", () => {
  tools = JSON.parse(readFileSync(file, "utf8"));
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`);
});
