// Goes on with a loop that was saved, in a process of its own: node go-on.mjs PROVIDER URL FOLDER STATE. Approves what it is asked about; prints what came of it, and about what it was asked.
import { readFileSync } from "node:fs";
import { runAgenticLoop, ToolRegistry } from "../../../dist/runtime/index.js";
import { models } from "./models.mjs";

const [provider, url, folder, state] = process.argv.slice(2);
const registry = new ToolRegistry({ environment: { workspace: folder } });
registry.registerGenerated(`${folder}/generated`);
const asked = [];
const result = await runAgenticLoop({
  model: models[provider](url),
  registry,
  resume: JSON.parse(readFileSync(state, "utf8")),
  onToolConfirmationRequired: async ({ name, args }) => {
    asked.push([name, args]);
    return true;
  },
});
await registry.close();
process.stdout.write(JSON.stringify({ result, asked }));
