// The real client's MCP side, started as Gemini CLI starts a server of `mcpServers` in this folder. Reads {calls} on standard input, prints the tools
// that were discovered, what each call gives the model, and the client's complaints.
import { readFileSync } from "node:fs";
import { Config, CoreEvent, coreEvents } from "@google/gemini-cli-core";
import { coreSettings } from "./core-settings.mjs";

const complaints = [];
for (const level of ["warn", "error"]) console[level] = (...words) => complaints.push(`${level}: ${words.join(" ")}`);
// Its log goes to standard output, where the answer belongs.
for (const level of ["debug", "log", "info"]) console[level] = () => undefined;
coreEvents.on(CoreEvent.UserFeedback, ({ severity, message }) => complaints.push(`${severity}: ${message}`));

const { calls } = JSON.parse(readFileSync(0, "utf8"));
const config = new Config({
  ...coreSettings,
  trustedFolder: true,
  mcpServers: { toolgen: { command: process.execPath, args: ["generated/mcp/server.cjs", "--client-asks"] } },
});
// Without a user to ask, this waits for the servers of `mcpServers`.
await config.initialize();
const toolRegistry = config.getToolRegistry();

const tools = toolRegistry
  .getAllTools()
  .filter((tool) => tool.name.startsWith("mcp_"))
  .map((tool) => ({ name: tool.name, displayName: tool.displayName, readOnly: tool.isReadOnly }));
const results = [];
for (const { name, params } of calls) results.push(await call(name, params));
await config.getMcpClientManager().stop();
process.stdout.write(JSON.stringify({ tools, results, complaints }));
process.exit();

async function call(name, params) {
  const tool = toolRegistry.getTool(name);
  if (tool === undefined) return { thrown: `the client knows no tool ${name}` };
  try {
    return await tool.buildAndExecute(params, new AbortController().signal);
  } catch (error) {
    return { thrown: error.message };
  }
}
