// A program that embeds the tools which came with toolgen: node toolgen.mjs TOOL PARAMS HOLDS CALLS. Prints milliseconds as JSON.
import { timeCalls } from "./time-calls.mjs";

const [tool, params, holds, calls] = process.argv.slice(2);
const began = performance.now();
const { ToolRegistry } = await import("../../../dist/runtime/index.js");
const registry = new ToolRegistry();
registry.registerGenerated("generated");
const imports = performance.now() - began;
const call = () => registry.getTool(tool).buildAndExecute(JSON.parse(params), new AbortController().signal);
console.log(JSON.stringify({ imports, ...(await timeCalls(call, { holds, calls: Number(calls) })) }));
await registry.close();
