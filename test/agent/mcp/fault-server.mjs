// An MCP server that does what the tool's name says. It writes each call that it gets, and each cancellation, into the
// file that FAULT_LOG names. Its arguments mark its process and the one that it starts.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const [, , mark] = process.argv;
const log = (word) => process.env.FAULT_LOG && appendFileSync(process.env.FAULT_LOG, `${word}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (words) => ({ content: [{ type: "text", text: words }] });
let calls = 0;

const tools = {
  echo: ({ message }) => text(`Echo: ${message}`),
  count: () => text(`${++calls} ${process.pid}`),
  environment: () => text(JSON.stringify(process.env)),
  fails: () => ({ ...text("There is no such note. List the notes first."), isError: true }),
  structured: () => ({ content: [{ type: "text", text: "21 degrees" }], structuredContent: { degrees: 21, wind: 3 } }),
  dies: () => process.exit(3),
  // Their ends, as far as they are shown, begin within the secret.
  leaks: () => process.stderr.write(`${process.env.TOKEN} ${"y ".repeat(197)}`, () => process.exit(3)),
  mutters: () => process.stdout.write(`${"z ".repeat(33)}${process.env.TOKEN}\n`, () => process.exit(3)),
  hangs: () => undefined,
  starts: () => void spawn("sh", ["-c", "sleep 300; :", mark], { stdio: "ignore" }),
  floods: () => text("x".repeat(60_000_000)),
  babbles: () => ({ words: "not a result" }),
  progress: async (_, { progressToken }) => {
    for (const progress of [1, 2]) {
      send({ method: "notifications/progress", params: { progressToken, progress, total: 2, message: `step ${progress}` } });
      await delay(400);
    }
    return text("done");
  },
};

const answers = {
  initialize: ({ protocolVersion, capabilities }) => {
    log(`capabilities ${JSON.stringify(capabilities)}`);
    return { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "fault", version: "1" } };
  },
  "tools/list": () => ({ tools: [] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "notifications/cancelled") log("cancelled");
  if (id === undefined || method === undefined) return;
  if (method === "tools/call") {
    log(`call ${params.name} ${JSON.stringify(params.arguments)}`);
    const tool = tools[params.name];
    if (tool === undefined) return send({ id, error: { code: -32602, message: `Unknown tool: ${params.name}` } });
    const result = await tool(params.arguments, params._meta ?? {});
    if (result !== undefined) send({ id, result });
    return;
  }
  const answer = answers[method];
  send(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: `No method ${method}` } });
});
if (process.env.FAULT_LINGERS === "yes") setInterval(() => {}, 1000);
