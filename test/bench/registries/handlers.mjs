// A program that embeds a tool and calls it so many times: node handlers.mjs TOOL CALLS. Prints the median of the later calls in milliseconds as JSON.
import { quantile } from "../measure.mjs";

const [tool, calls] = process.argv.slice(2);
const { ToolRegistry } = await import("../../../dist/runtime/index.js");
const registry = new ToolRegistry();
registry.registerGenerated("generated");
const times = [];
for (let i = 0; i < Number(calls); i++) {
  const began = performance.now();
  const { llmContent } = await registry.getTool(tool).buildAndExecute({}, new AbortController().signal);
  if (llmContent !== "done") throw new Error(JSON.stringify(llmContent));
  if (i > 0) times.push(performance.now() - began);
}
await registry.close();
console.log(JSON.stringify({ later: quantile(times, 0.5) ?? null }));
