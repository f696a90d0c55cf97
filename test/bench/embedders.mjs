// Programs that embed tools, each a process that prints milliseconds as JSON: node embedders.mjs PROGRAM ARGUMENT...
// A program loads only what it measures, and what its process had loaded before the clock starts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { coreSettings } from "../clients/gemini-cli-core/core-settings.mjs";

const write = process.stdout.write.bind(process.stdout);
const never = new AbortController().signal;
const [program, ...args] = process.argv.slice(2);
const programs = { registry, coreRegistry, handlers, tools, handler, coreTools };
await programs[program](...args);

/** Our registry, from import to function declarations and to the first call. */
async function registry(how, tool, input) {
  const began = performance.now();
  const { ToolRegistry } = await import("../../dist/runtime/index.js");
  const imported = performance.now();
  const own = new ToolRegistry(
    how === "generated" ? {} : { toolDiscoveryCommand: "cat generated/gemini/discovery.json", toolCallCommand: "generated/bin/call" },
  );
  if (how === "generated") own.registerGenerated("generated");
  else await own.discoverAllTools();
  const { length } = own.getFunctionDeclarations();
  const declared = performance.now();
  const { error, llmContent } = await own.getTool(tool).buildAndExecute(JSON.parse(input), never);
  const called = performance.now();
  if (error !== undefined) throw new Error(error.message);
  await own.close();
  print({ length, llmContent, imports: imported - began, declares: declared - imported, calls: called - declared });
}

/** The same of the real core's registry. Its tools come from the discovery command: it knows no other way. */
async function coreRegistry(core, tool, input) {
  const began = performance.now();
  const { Config, ToolRegistry } = await import(core);
  const imported = performance.now();
  const config = new Config({
    ...coreSettings,
    toolDiscoveryCommand: "cat generated/gemini/discovery.json",
    toolCallCommand: "generated/bin/call",
  });
  const theirs = new ToolRegistry(config, config.getMessageBus());
  await theirs.discoverAllTools();
  const { length } = theirs.getFunctionDeclarations();
  const declared = performance.now();
  const { error, llmContent } = await theirs.getTool(`discovered_tool_${tool}`).buildAndExecute(JSON.parse(input), never);
  const called = performance.now();
  if (error !== undefined) throw new Error(error.message);
  print({ length, llmContent, imports: imported - began, declares: declared - imported, calls: called - declared });
}

/** Calls of an empty handler, so many: the median of the later ones. */
async function handlers(tool, calls) {
  const { quantile } = await import("./measure.mjs");
  const { ToolRegistry } = await import("../../dist/runtime/index.js");
  const own = new ToolRegistry();
  own.registerGenerated("generated");
  const times = [];
  for (let i = 0; i < Number(calls); i++) {
    const began = performance.now();
    const { llmContent } = await own.getTool(tool).buildAndExecute({}, never);
    if (llmContent !== "done") throw new Error(JSON.stringify(llmContent));
    if (i > 0) times.push(performance.now() - began);
  }
  await own.close();
  console.log(JSON.stringify({ later: quantile(times, 0.5) ?? null }));
}

/** The tools that come with toolgen, by a registry. */
async function tools(tool, params, holds, calls) {
  const { quantile } = await import("./measure.mjs");
  const began = performance.now();
  const { ToolRegistry } = await import("../../dist/runtime/index.js");
  const own = new ToolRegistry();
  own.registerGenerated("generated");
  const imports = performance.now() - began;
  const call = () => own.getTool(tool).buildAndExecute(JSON.parse(params), never);
  console.log(JSON.stringify({ imports, ...(await timeCalls(call, { holds, calls, quantile })) }));
  await own.close();
}

/** A handler of the library alone, without checks and without a process of its own. The folder has its bundle and its defaults. */
async function handler(tool, params, holds, calls, folder) {
  const { quantile } = await import("./measure.mjs");
  const began = performance.now();
  const bundle = createRequire(import.meta.url)(join(folder, `${tool}.cjs`));
  const imports = performance.now() - began;
  const given = { ...JSON.parse(readFileSync(join(folder, `${tool}.defaults.json`), "utf8")), ...JSON.parse(params) };
  const context = { cwd: process.cwd(), signal: never, update: () => undefined, secrets: {} };
  const call = async () => ({ llmContent: await bundle.handler(given, context) });
  console.log(JSON.stringify({ imports, ...(await timeCalls(call, { holds, calls, quantile })) }));
}

/** The tools of Gemini CLI's core. Searching has two classes, of which the client takes one. */
async function coreTools(tool, params, holds, calls, from) {
  const { quantile } = await import("./measure.mjs");
  for (const level of ["debug", "log", "info", "warn", "error"]) console[level] = () => undefined;
  const began = performance.now();
  const core = await import(from);
  const config = new core.Config(coreSettings);
  await config.storage.initialize();
  const Tool = { read_file: core.ReadFileTool, glob: core.GlobTool, GrepTool: core.GrepTool, RipGrepTool: core.RipGrepTool }[tool];
  const made = new Tool(config, config.getMessageBus());
  const imports = performance.now() - began;
  const call = () => made.buildAndExecute(JSON.parse(params), never);
  print({ imports, ...(await timeCalls(call, { holds, calls, quantile })) });
}

/** Makes a call several times, one after the other: milliseconds of the first, and the median of the later ones. Throws if an answer isn't right. */
async function timeCalls(call, { holds, calls, quantile }) {
  const times = [];
  for (let i = 0; i < Number(calls); i++) {
    const start = performance.now();
    const { llmContent, error } = await call();
    times.push(performance.now() - start);
    const text = JSON.stringify(llmContent);
    if (error !== undefined || !text.includes(holds)) throw new Error(`The answer is wrong: ${error?.message ?? text.slice(0, 300)}`);
  }
  return { first: times[0], later: quantile(times.slice(1), 0.5) };
}

/** Prints a result and ends the process, which the core would keep running. */
function print(result) {
  write(`${JSON.stringify(result)}\n`, () => process.exit());
}
