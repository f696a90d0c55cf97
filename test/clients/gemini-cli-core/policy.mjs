// The real client's policy engine, started as Gemini CLI starts it in this folder: its own loader reads what `policyPaths` names, and its own registry
// discovers the tools. Reads {calls} on standard input, prints what is decided and declared in each mode, with someone there to ask and unattended.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import {
  ApprovalMode,
  Config,
  CoreEvent,
  coreEvents,
  createPolicyEngineConfig,
  createPolicyUpdater,
  PolicyEngine,
  ToolConfirmationOutcome,
  ToolRegistry,
  updatePolicy,
} from "@google/gemini-cli-core";
import { coreSettings } from "./core-settings.mjs";

// Its log goes to standard output, where the answer belongs.
for (const level of ["debug", "log", "info"]) console[level] = () => undefined;

const { calls, alwaysAllowed } = JSON.parse(readFileSync(0, "utf8"));
const { policyPaths, tools } = JSON.parse(readFileSync("generated/gemini/settings.json", "utf8"));
const feedback = [];
coreEvents.on(CoreEvent.UserFeedback, ({ severity, message }) => feedback.push(`${severity}: ${message}`));

const surroundings = [];
for (const mode of Object.values(ApprovalMode)) {
  for (const interactive of [true, false]) {
    const { engine, registry } = await start(mode, interactive);
    const decisions = {};
    for (const { id, tool, args } of calls) decisions[id] = await decide(engine, tool, args);
    surroundings.push({ mode, interactive, decisions, declared: registry.getFunctionDeclarations().map(({ name }) => name) });
  }
}
process.stdout.write(JSON.stringify({ surroundings, afterAlways: await afterAlways(), feedback }));
process.exit();

/** The registry of a client in these surroundings, and the engine that decides there. The client's own engine also asks a checker that wants a chat. */
async function start(mode, interactive) {
  const policyEngineConfig = await createPolicyEngineConfig({ policyPaths: policyPaths.map(expandHome) }, mode, undefined, interactive);
  const config = new Config({
    ...coreSettings,
    interactive,
    approvalMode: mode,
    policyEngineConfig,
    toolDiscoveryCommand: tools.discoveryCommand,
    toolCallCommand: tools.callCommand,
  });
  const registry = new ToolRegistry(config, config.getMessageBus());
  await registry.discoverAllTools();
  return { config, registry, engine: new PolicyEngine(policyEngineConfig) };
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
async function afterAlways() {
  const { config, registry, engine } = await start(ApprovalMode.DEFAULT, true);
  createPolicyUpdater(engine, config.getMessageBus(), config.storage);
  const decisions = {};
  for (const name of alwaysAllowed) {
    const tool = registry.getTool(`discovered_tool_${name}`);
    await updatePolicy(tool, ToolConfirmationOutcome.ProceedAlways, { type: "info" }, { config }, config.getMessageBus());
    decisions[name] = await decide(engine, name, {});
  }
  return decisions;
}
