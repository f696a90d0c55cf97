// An MCP server that answers each request as a file says, one entry after the other: whatever the entry has in place of a right answer is sent.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { lists, answers } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const write = (message) => process.stdout.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
const reply = (id, result) => write({ jsonrpc: "2.0", id, result });
let listed = 0;
let called = 0;

/** Ways to answer otherwise than once, under the id of the request. A right answer follows, so that no request waits for its time limit. */
const noise = {
  nothing: () => {},
  wrongId: (id) => reply(`${id}0`, { tools: [], content: [] }),
  textId: (id) => reply(String(id), { tools: [], content: [] }),
  nullId: () => reply(null, {}),
  junk: () => write("Listening on port 3000"),
  brokenJson: () => write('{"jsonrpc":"2.0","id":1,"result":'),
  array: () => write("[1,2,3]"),
  bare: () => write("null"),
  otherVersion: (id) => write({ jsonrpc: "1.0", id, result: {} }),
  bothResultAndError: (id) => write({ jsonrpc: "2.0", id: `${id}1`, result: {}, error: { code: 1, message: "x" } }),
  asksForRoots: () => write({ jsonrpc: "2.0", id: "s1", method: "roots/list" }),
  asksForSampling: () => write({ jsonrpc: "2.0", id: "s2", method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } }),
  elicits: () =>
    write({
      jsonrpc: "2.0",
      id: "s3",
      method: "elicitation/create",
      params: { message: "Your password?", requestedSchema: { type: "object", properties: {} } },
    }),
  unknownMethod: () => write({ jsonrpc: "2.0", id: "s4", method: "__proto__", params: { constructor: 1 } }),
  progress: (id) =>
    write({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: -1, message: "\u001b[2J" } }),
  badProgress: () => write({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: {}, progress: "much" } }),
  logs: () => write({ jsonrpc: "2.0", method: "notifications/message", params: { level: "emergency", data: { toString: 1 } } }),
  cancels: (id) => write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }),
  changes: () => write({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  if (method === "initialize") {
    const { protocolVersion } = params;
    return reply(id, { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "hostile", version: "1" } });
  }
  if (method === "tools/list") return reply(id, { tools: lists[listed++ % lists.length] });
  if (method !== "tools/call") return reply(id, {});
  const { before, result, twice } = answers[called++ % answers.length];
  noise[before](id);
  reply(id, result);
  if (twice) reply(id, result);
});
