// The same with the tools of Gemini CLI's core: node gemini-cli-core.mjs TOOL PARAMS HOLDS CALLS CORE. Searching has two classes, of which the client takes one.

import { coreSettings } from "../../clients/gemini-cli-core/core-settings.mjs";
import { timeCalls } from "./time-calls.mjs";

const [tool, params, holds, calls, from] = process.argv.slice(2);
const write = process.stdout.write.bind(process.stdout);
for (const level of ["debug", "log", "info", "warn", "error"]) console[level] = () => undefined;
const began = performance.now();
const core = await import(from);
const config = new core.Config(coreSettings);
await config.storage.initialize();
const Tool = { read_file: core.ReadFileTool, glob: core.GlobTool, GrepTool: core.GrepTool, RipGrepTool: core.RipGrepTool }[tool];
const made = new Tool(config, config.getMessageBus());
const imports = performance.now() - began;
const call = () => made.buildAndExecute(JSON.parse(params), new AbortController().signal);
const times = await timeCalls(call, { holds, calls: Number(calls) });
write(`${JSON.stringify({ imports, ...times })}\n`, () => process.exit());
