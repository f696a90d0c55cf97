// A host that calls the handler of a project until it is killed, or so many times: node host.mjs PROJECT CALLS. With a third argument it closes its registry.
import { ToolRegistry } from "../../../../dist/runtime/index.js";

const [project, calls, closes] = process.argv.slice(2);
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
