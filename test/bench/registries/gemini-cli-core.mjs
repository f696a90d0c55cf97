// The real core's registry in a process of its own, as `toolgen.mjs` measures ours. Its tools come from the discovery command: it knows no other way.
import { coreSettings } from "../../clients/gemini-cli-core/core-settings.mjs";

const [core, tool, input] = process.argv.slice(2);
const began = performance.now();
const { Config, ToolRegistry } = await import(core);
const imported = performance.now();
const config = new Config({
  ...coreSettings,
  toolDiscoveryCommand: "cat generated/gemini/discovery.json",
  toolCallCommand: "generated/bin/call",
});
const registry = new ToolRegistry(config, config.getMessageBus());
await registry.discoverAllTools();
const { length } = registry.getFunctionDeclarations();
const declared = performance.now();
const { error, llmContent } = await registry
  .getTool(`discovered_tool_${tool}`)
  .buildAndExecute(JSON.parse(input), new AbortController().signal);
const called = performance.now();
if (error !== undefined) throw new Error(error.message);
console.log(JSON.stringify({ length, llmContent, imports: imported - began, declares: declared - imported, calls: called - declared }));
process.exit();
