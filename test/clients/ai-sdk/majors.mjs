// Runs a loop and the repair hook with the packages of the folder that this file is copied to: node majors.mjs URL.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import * as sdk from "ai";
import { repairToolCall, runAgenticLoop, ToolRegistry } from "toolgen/runtime";

const [, , url] = process.argv;
const model = createOpenAICompatible({ name: "loopback", baseURL: `${url}/v1`, apiKey: "not-a-key", includeUsage: true })("some-model");
const registry = new ToolRegistry({ environment: { workspace: process.cwd() } });
registry.registerGenerated("generated");
const events = [];
const { status, reason, text, usage } = await runAgenticLoop({
  model,
  registry,
  system: "Be brief.",
  prompt: "Say it.",
  onEvent: ({ type }) => events.push(type),
});

/** The calls of a stream whose hook has this name. */
async function repaired(hook) {
  const tools = { say: sdk.tool({ inputSchema: sdk.jsonSchema({ type: "object", required: ["text"] }) }) };
  const { toolCalls } = sdk.streamText({ model, prompt: "Say it.", tools, [hook]: repairToolCall(registry), onError: () => {} });
  return (await toolCalls).map(({ toolName, input, invalid = false }) => ({ toolName, input, invalid }));
}

const repairs = [];
for (const hook of ["isStepCount" in sdk ? "repairToolCall" : [], "experimental_repairToolCall"].flat())
  repairs.push(...(status === "failed" ? [] : await repaired(hook)));
await registry.close();
process.stdout.write(JSON.stringify({ status, reason, text, totalTokens: usage.totalTokens, events: [...new Set(events)], repairs }));
