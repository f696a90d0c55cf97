// The tools of the real core, each on a folder of its own. Reads [{tool, params, workspace}] on standard input and prints what each answers.
import { readFileSync } from "node:fs";
import * as core from "@google/gemini-cli-core";
import { coreSettings } from "./core-settings.mjs";

for (const level of ["debug", "log", "info", "warn", "error"]) console[level] = () => undefined;

const classes = {
  list_directory: core.LSTool,
  read_file: core.ReadFileTool,
  glob: core.GlobTool,
  grep_search: core.GrepTool,
  read_many_files: core.ReadManyFilesTool,
  write_file: core.WriteFileTool,
  replace: core.EditTool,
  run_shell_command: core.ShellTool,
  web_fetch: core.WebFetchTool,
};

/** The parameters that the client declares to its models; searching has two tools, of which the client takes one. */
function parametersOf(tool) {
  const config = {
    getFileFilteringOptions: () => ({}),
    getTargetDir: () => process.cwd(),
    getModel: () => "none",
    isInteractiveShellEnabled: () => false,
    getEnableShellOutputEfficiency: () => false,
    getSandboxEnabled: () => false,
    getDirectWebFetch: () => false,
    get config() {
      return this;
    },
  };
  const made = [classes[tool], ...(tool === "grep_search" ? [core.RipGrepTool] : [])].map((Tool) => new Tool(config, undefined));
  return made.flatMap((one) => Object.keys(one.parameterSchema.properties));
}

const answers = [];
for (const { tool, params, workspace } of JSON.parse(readFileSync(0, "utf8"))) answers.push(await answer(tool, params, workspace));
const parameters = Object.fromEntries(Object.keys(classes).map((tool) => [tool, parametersOf(tool)]));
// The core keeps the process alive, and a pipe takes its time.
process.stdout.write(JSON.stringify({ answers, parameters }), () => process.exit());

async function answer(tool, params, workspace) {
  process.chdir(workspace);
  const config = new core.Config({
    ...coreSettings,
    targetDir: workspace,
    cwd: workspace,
    disableLLMCorrection: true,
    // The mode in which a page is fetched without a model that reads it.
    directWebFetch: true,
    proxy: process.env.HTTP_PROXY,
  });
  // No model corrects what a call holds, so none is asked.
  config.getBaseLlmClient = () => undefined;
  await config.storage.initialize();
  try {
    const { llmContent, error } = await new classes[tool](config, config.getMessageBus()).buildAndExecute(
      params,
      new AbortController().signal,
    );
    if (error !== undefined) return { error: `${typeof llmContent === "string" ? llmContent : ""} ${error.message}` };
    return { text: textOf(llmContent) };
  } catch (error) {
    return { error: error.message };
  }
}

/** The model's part of a result, in one text: media are shown by their type. */
function textOf(content) {
  if (typeof content === "string") return content.replace(/^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/, "$1");
  if (Array.isArray(content)) return content.map(textOf).join("");
  return content.text ?? `[${content.inlineData.mimeType}]`;
}
