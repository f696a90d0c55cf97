// The tools of the real pi, each on a folder of its own. Reads [{tool, params, workspace}] on standard input and prints what each answers.
import { readFileSync } from "node:fs";
import * as pi from "@earendil-works/pi-coding-agent";

for (const level of ["debug", "log", "info", "warn", "error"]) console[level] = () => undefined;

const makers = {
  ls: pi.createLsToolDefinition,
  read: pi.createReadToolDefinition,
  grep: pi.createGrepToolDefinition,
  write: pi.createWriteToolDefinition,
  edit: pi.createEditToolDefinition,
  bash: pi.createBashToolDefinition,
};

const answers = [];
for (const { tool, params, workspace } of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answer(makers[tool](workspace), params));
process.stdout.write(JSON.stringify({ answers }));
process.exit();

/** Looks at the arguments as pi does before it runs a tool, but for their types. */
async function answer(tool, params) {
  try {
    const prepared = tool.prepareArguments?.(params) ?? params;
    const { content } = await tool.execute("call", prepared, undefined, undefined, {});
    return { text: content.map(textOf).join("\n") };
  } catch (error) {
    return { error: error.message };
  }
}

/** The model's part of a result, in one text: images are shown by their type. */
function textOf(part) {
  return part.type === "text" ? part.text : `[${part.mimeType}]`;
}
