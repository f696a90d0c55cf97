// A client of the server of a project that calls a command of it again and again until it is killed: node client.mjs PROJECT
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [project] = process.argv.slice(2);
const server = spawn(process.execPath, ["generated/mcp/server.cjs"], { cwd: project, stdio: ["pipe", "pipe", "ignore"] });
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const capabilities = { capabilities: {}, clientInfo: { name: "test", version: "1" } };
send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", ...capabilities } });
send({ method: "notifications/initialized" });
let id = 0;
let isReady = false;
const call = () => {
  const params = { name: "print", arguments: { text: project, seconds: id % 5 === 0 ? 60 : 0 } };
  send({ id: ++id, method: "tools/call", params });
};
call();
for await (const _ of createInterface({ input: server.stdout })) {
  // A busy machine may have sent several calls before the next answer.
  if (id >= 3 && !isReady) console.log("ready");
  isReady ||= id >= 3;
  call();
  setTimeout(call, id % 7);
}
