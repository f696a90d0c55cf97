// A program that embeds the real core: registers the compiled classes in its registry and has its scheduler execute calls, as Gemini CLI does.
// Reads {program, sessions: {name: {mode, interactive, calls}}} on standard input, and prints for each session what is declared and what became of each
// call. `program` is a module that exports the classes as `tools`.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  Config,
  createPolicyEngineConfig,
  createPolicyUpdater,
  isTool,
  MessageBus,
  MessageBusType,
  Scheduler,
  ToolRegistry,
} from "@google/gemini-cli-core";
import { coreSettings } from "./core-settings.mjs";

// Its log goes to standard output, where the answer belongs.
const noise = [];
for (const level of ["debug", "log", "info"]) console[level] = () => undefined;
for (const level of ["warn", "error"]) console[level] = (...words) => noise.push(`${level}: ${words.join(" ")}`);

const { program, sessions } = JSON.parse(readFileSync(0, "utf8"));
const { tools } = await import(pathToFileURL(resolve(program)).href);
const told = {};
for (const [name, session] of Object.entries(sessions)) told[name] = await run(session);
process.stdout.write(JSON.stringify({ told, noise }));
process.exit();

async function run({ mode, interactive, calls }) {
  const session = await start(mode, interactive);
  const { registry } = session;
  const became = [];
  for (const call of calls) became.push(await (call.direct ? direct(session, call) : schedule(session, call)));
  return {
    declared: registry.getFunctionDeclarations(),
    registered: registry
      .getAllTools()
      .map((tool) => ({ name: tool.name, kind: tool.kind, isReadOnly: tool.isReadOnly, isTool: isTool(tool) })),
    calls: became,
  };
}

/** The classes in a registry, with the policy that was generated for them. The client's own checker wants a model, so it is left out. */
async function start(mode, interactive) {
  const policyPaths = [resolve("generated/gemini/classes/policies.toml")];
  const policyEngineConfig = { ...(await createPolicyEngineConfig({ policyPaths }, mode, undefined, interactive)), checkers: [] };
  const config = new Config({
    ...coreSettings,
    interactive,
    approvalMode: mode,
    policyEngineConfig,
  });
  const messageBus = new MessageBus(config.getPolicyEngine());
  createPolicyUpdater(config.getPolicyEngine(), messageBus, config.storage);
  const registry = new ToolRegistry(config, messageBus);
  const made = Object.values(tools).map((Tool) => new Tool(messageBus, { workspace: process.cwd() }));
  for (const tool of made) registry.registerTool(tool);
  return { config, messageBus, registry, made };
}

/** Runs a model's call through the scheduler; `answer` is the outcome that the user chooses if asked. */
async function schedule({ config, messageBus, registry }, { tool, args, answer, abortWhen }) {
  const asked = [];
  const published = [];
  const aborting = new AbortController();
  const onUpdate = ({ toolCalls }) => {
    for (const { status, confirmationDetails, correlationId } of toolCalls) {
      if (status !== "awaiting_approval" || asked.some((one) => one.correlationId === correlationId)) continue;
      asked.push({ correlationId, details: confirmationDetails });
      const response = { type: MessageBusType.TOOL_CONFIRMATION_RESPONSE, correlationId, confirmed: answer !== "cancel", outcome: answer };
      setImmediate(() => messageBus.publish(response));
    }
  };
  const onPolicy = ({ type: _, ...update }) => published.push(update);
  messageBus.subscribe(MessageBusType.TOOL_CALLS_UPDATE, onUpdate);
  messageBus.subscribe(MessageBusType.UPDATE_POLICY, onPolicy);
  const scheduler = new Scheduler({
    context: { config, messageBus, toolRegistry: registry, promptId: "test" },
    messageBus,
    getPreferredEditor: () => undefined,
    schedulerId: "test",
  });
  const request = { callId: `call-${tool}`, name: tool, args, isClientInitiated: false, prompt_id: "test" };
  if (abortWhen !== undefined) void fileAppears(abortWhen).then(() => aborting.abort());
  const [{ status, response }] = await scheduler.schedule(request, aborting.signal);
  scheduler.dispose();
  messageBus.unsubscribe(MessageBusType.TOOL_CALLS_UPDATE, onUpdate);
  messageBus.unsubscribe(MessageBusType.UPDATE_POLICY, onPolicy);
  const { error, output } = response.responseParts[0].functionResponse.response;
  return { status, output, error, errorType: response.errorType, asked: asked.map(({ details }) => details), published };
}

/** Asks a tool itself about a call, without a scheduler and a registry, which hides denied tools; `clone` asks a copy for another bus, as subagents do. */
async function direct({ messageBus, made }, { tool, args, forced, clone }) {
  const found = made.find(({ name }) => name === tool);
  const asked = clone ? found.clone(messageBus.derive("helper")) : found;
  const problem = asked.validateToolParams(args);
  if (problem !== null) return { problem };
  const invocation = asked.build(args);
  const { signal } = new AbortController();
  const told = { params: invocation.params, description: invocation.getDescription(), locations: invocation.toolLocations() };
  try {
    const details = await invocation.shouldConfirmExecute(signal, forced);
    if (details !== false) await details.onConfirm("proceed_once");
    return { ...told, details };
  } catch (error) {
    return { ...told, thrown: error.message };
  }
}

async function fileAppears(path) {
  for (;;) {
    try {
      if (readFileSync(path, "utf8").endsWith("\n")) return;
    } catch {
      // Not yet.
    }
    await sleep(20);
  }
}
