// Asks the real core one question: node core.mjs library|mcp|policy, with the question as JSON on standard input. Prints the answer as JSON.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import * as core from "@google/gemini-cli-core";
import { coreSettings } from "./core-settings.mjs";

// Its log goes to standard output, where the answer belongs.
for (const level of ["debug", "log", "info"]) console[level] = () => undefined;

const [, , about] = process.argv;
const answer = await { library, mcp, policy }[about](JSON.parse(readFileSync(0, "utf8")));
// The core keeps the process alive, and a pipe takes its time.
process.stdout.write(JSON.stringify(answer), () => process.exit());

/** Returns the answer of each of the core's tools, on a folder of its own, to [{tool, params, workspace}], and the parameters of all of them. */
async function library(asked) {
  for (const level of ["warn", "error"]) console[level] = () => undefined;
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
  const answers = [];
  for (const { tool, params, workspace } of asked) answers.push(await answerOf(classes[tool], params, workspace));
  return { answers, parameters: Object.fromEntries(Object.entries(classes).map(([tool, Tool]) => [tool, parametersOf(tool, Tool)])) };
}

/** The parameters that the client declares to its models; searching has two tools, of which the client takes one. */
function parametersOf(tool, Tool) {
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
  const made = [Tool, ...(tool === "grep_search" ? [core.RipGrepTool] : [])].map((One) => new One(config, undefined));
  return made.flatMap((one) => Object.keys(one.parameterSchema.properties));
}

async function answerOf(Tool, params, workspace) {
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
    const { llmContent, error } = await new Tool(config, config.getMessageBus()).buildAndExecute(params, new AbortController().signal);
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

/** The client's MCP side, started as Gemini CLI starts a server of `mcpServers` in this folder: tools, what each call gives the model, complaints. */
async function mcp({ calls }) {
  const complaints = [];
  for (const level of ["warn", "error"]) console[level] = (...words) => complaints.push(`${level}: ${words.join(" ")}`);
  core.coreEvents.on(core.CoreEvent.UserFeedback, ({ severity, message }) => complaints.push(`${severity}: ${message}`));
  const config = new core.Config({
    ...coreSettings,
    trustedFolder: true,
    mcpServers: { toolgen: { command: process.execPath, args: ["generated/mcp/server.cjs", "--client-asks"] } },
  });
  // Without a user to ask, this waits for the servers of `mcpServers`.
  await config.initialize();
  const registry = config.getToolRegistry();
  const tools = registry
    .getAllTools()
    .filter((tool) => tool.name.startsWith("mcp_"))
    .map((tool) => ({ name: tool.name, displayName: tool.displayName, readOnly: tool.isReadOnly }));
  const results = [];
  for (const { name, params } of calls) results.push(await resultOf(registry.getTool(name), name, params));
  await config.getMcpClientManager().stop();
  return { tools, results, complaints };
}

async function resultOf(tool, name, params) {
  if (tool === undefined) return { thrown: `the client knows no tool ${name}` };
  try {
    return await tool.buildAndExecute(params, new AbortController().signal);
  } catch (error) {
    return { thrown: error.message };
  }
}

/**
 * Returns the decisions of the client's policy engine, started as Gemini CLI starts it in this folder: its own loader reads what `policyPaths` names, and its own
 * registry discovers the tools. What is decided and declared in each mode, with someone there to ask and unattended.
 */
async function policy({ calls, alwaysAllowed }) {
  const feedback = [];
  core.coreEvents.on(core.CoreEvent.UserFeedback, ({ severity, message }) => feedback.push(`${severity}: ${message}`));
  const surroundings = [];
  for (const mode of Object.values(core.ApprovalMode)) {
    for (const interactive of [true, false]) {
      const { engine, registry } = await startEngine(mode, interactive);
      const decisions = {};
      for (const { id, tool, args } of calls) decisions[id] = await decide(engine, tool, args);
      surroundings.push({ mode, interactive, decisions, declared: registry.getFunctionDeclarations().map(({ name }) => name) });
    }
  }
  return { surroundings, afterAlways: await afterAlways(alwaysAllowed), feedback };
}

/** The registry of a client in these surroundings, and the engine that decides there. The client's own engine also asks a checker that wants a chat. */
async function startEngine(mode, interactive) {
  const { policyPaths, tools } = JSON.parse(readFileSync("generated/gemini/settings.json", "utf8"));
  const policyEngineConfig = await core.createPolicyEngineConfig(
    { policyPaths: policyPaths.map(expandHome) },
    mode,
    undefined,
    interactive,
  );
  const config = new core.Config({
    ...coreSettings,
    interactive,
    approvalMode: mode,
    policyEngineConfig,
    toolDiscoveryCommand: tools.discoveryCommand,
    toolCallCommand: tools.callCommand,
  });
  const registry = new core.ToolRegistry(config, config.getMessageBus());
  await registry.discoverAllTools();
  return { config, registry, engine: new core.PolicyEngine(policyEngineConfig) };
}

/** Expands one of `policyPaths` as the command line does before the core sees it; other paths count from the start folder. */
function expandHome(path) {
  return path.startsWith("~/") ? (process.env.GEMINI_CLI_HOME ?? homedir()) + path.slice(1) : path;
}

async function decide(engine, tool, args) {
  const { decision } = await engine.check({ name: `discovered_tool_${tool}`, args });
  return decision;
}

/** The decisions after a user has answered "allow for this session" to each of these tools. */
async function afterAlways(names) {
  const { config, registry, engine } = await startEngine(core.ApprovalMode.DEFAULT, true);
  core.createPolicyUpdater(engine, config.getMessageBus(), config.storage);
  const decisions = {};
  for (const name of names) {
    const tool = registry.getTool(`discovered_tool_${name}`);
    await core.updatePolicy(tool, core.ToolConfirmationOutcome.ProceedAlways, { type: "info" }, { config }, config.getMessageBus());
    decisions[name] = await decide(engine, name, {});
  }
  return decisions;
}
