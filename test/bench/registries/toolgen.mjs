// Our registry in a process of its own: from import to function declarations and to the first call. Prints milliseconds as JSON.
const [how, tool, input] = process.argv.slice(2);
const began = performance.now();
const { ToolRegistry } = await import("../../../dist/runtime/index.js");
const imported = performance.now();
const registry = new ToolRegistry(
  how === "generated" ? {} : { toolDiscoveryCommand: "cat generated/gemini/discovery.json", toolCallCommand: "generated/bin/call" },
);
if (how === "generated") registry.registerGenerated("generated");
else await registry.discoverAllTools();
const { length } = registry.getFunctionDeclarations();
const declared = performance.now();
const { error, llmContent } = await registry.getTool(tool).buildAndExecute(JSON.parse(input), new AbortController().signal);
const called = performance.now();
if (error !== undefined) throw new Error(error.message);
await registry.close();
console.log(JSON.stringify({ length, llmContent, imports: imported - began, declares: declared - imported, calls: called - declared }));
