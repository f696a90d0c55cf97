// A host that calls a tool of an MCP server, and then one whose server starts another program and never answers: node
// host.mjs PROJECT. With a second argument it ends after the first call, without closing its registry.
import { ToolRegistry } from "../../../dist/runtime/index.js";

const [folder, ends] = process.argv.slice(2);
const registry = new ToolRegistry({ environment: { workspace: folder, env: process.env } });
registry.registerGenerated("generated");
const call = (name) => registry.getTool(name).buildAndExecute({}, new AbortController().signal);
const { llmContent } = await call("count");
if (!/^1 /.test(llmContent)) throw new Error(llmContent);
if (ends === undefined) {
  console.log("ready");
  await call("starts");
}
