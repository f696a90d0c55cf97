// A program that embeds the registry, and calls a tool for each line of standard input: the text of the call. Each line
// of its standard output is a result.
import { createInterface } from "node:readline";
import { ToolRegistry } from "../../dist/runtime/index.js";

const registry = new ToolRegistry();
registry.registerGenerated("generated");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, text } = JSON.parse(line);
  const tool = registry.getTool("say");
  tool
    .buildAndExecute({ text }, new AbortController().signal)
    .then(({ llmContent }) => console.log(JSON.stringify({ id, result: llmContent })));
}
await registry.close();
