// Two programs that are killed while they work.
// - `node host.mjs host PROJECT CALLS` calls the handler of a project until it is killed, or so many times. With another
//   argument it closes its registry.
// - `node host.mjs client PROJECT` calls a command by the server of a project again and again.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { ToolRegistry } from "../../../../dist/runtime/index.js";

const [role, project, calls, closes] = process.argv.slice(2);
await (role === "host" ? runHost() : runClient());

async function runHost() {
  const registry = new ToolRegistry({ environment: { workspace: project, env: { PATH: process.env.PATH, TOKEN: "one" } } });
  registry.registerGenerated("generated");
  const acts = calls === undefined ? ["text", "awaits", "waits", "runs", "leavesQuietProgram"] : ["text"];
  const heap = [];
  for (let i = 0; i < Number(calls ?? Number.POSITIVE_INFINITY); i++) {
    const call = (act) =>
      registry.getTool("act").buildAndExecute({ act, text: `call ${i}`, mark: project }, AbortSignal.timeout(50 + (i % 100)));
    const print = (seconds) =>
      registry.getTool("print").buildAndExecute({ text: project, seconds }, AbortSignal.timeout(50 + ((i * 7) % 100)));
    if (calls === undefined) void Promise.allSettled([print(0), print(60)]);
    const results = calls === undefined ? await Promise.all(acts.map((act) => call(act).catch(() => undefined))) : [await plain(i)];
    if (calls !== undefined && results[0].llmContent !== `call ${i}`) throw new Error(JSON.stringify(results[0]));
    if (i === 0) console.log("ready");
    if (calls !== undefined && i >= Number(calls) / 4 && i % 100 === 0) {
      globalThis.gc?.();
      heap.push(process.memoryUsage().heapUsed);
    }
  }
  if (closes !== undefined) await registry.close();
  console.log(JSON.stringify({ heap }));

  function plain(i) {
    return registry.getTool("act").buildAndExecute({ act: "text", text: `call ${i}` }, new AbortController().signal);
  }
}

async function runClient() {
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
}
