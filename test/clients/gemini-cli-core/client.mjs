// The real client's tool registry in a process of its own, whose folder is the project: as when someone starts Gemini CLI there.
// A parent asks by message, {id, ask, ...}, and gets {id, answer} or {id, thrown}.
import { readFileSync } from "node:fs";
import {
  Config,
  checkPathTrust,
  hasCycleInSchema,
  resetTrustedFoldersForTesting,
  SchemaValidator,
  ToolRegistry,
} from "@google/gemini-cli-core";
import { coreSettings } from "./core-settings.mjs";

const noise = [];
for (const level of ["warn", "error"]) console[level] = (...words) => noise.push(`${level}: ${words.join(" ")}`);

const { tools } = JSON.parse(readFileSync("generated/gemini/settings.json", "utf8"));
const config = new Config({
  ...coreSettings,
  toolDiscoveryCommand: tools.discoveryCommand,
  toolCallCommand: tools.callCommand,
});
const registry = new ToolRegistry(config, config.getMessageBus());

const answers = {
  discover: async () => {
    await registry.discoverAllTools();
    return registry.getAllTools().map(describe);
  },
  call: ({ tool, params }) => known(tool).buildAndExecute(params, new AbortController().signal),
  /** `null` when the client lets these parameters through, else its complaint. */
  validate: ({ tool, params }) => SchemaValidator.validate(known(tool).schema.parametersJsonSchema, params),
  trust: ({ cases }) => cases.map(isTrusted),
  noise: () => noise,
};

process.on("message", async ({ id, ask, ...request }) => {
  try {
    process.send({ id, answer: await answers[ask](request) });
  } catch (error) {
    process.send({ id, thrown: error.message });
  }
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });

/** As a client in this environment, which has the answer for folders in variables and in a home folder. */
function isTrusted({ folder, env, enabled }) {
  const before = { ...process.env };
  for (const name of ["GEMINI_CLI_HOME", "GEMINI_CLI_TRUST_WORKSPACE", "GEMINI_RESTRICTED_MODE", "GEMINI_CLI_TRUSTED_FOLDERS_PATH"])
    delete process.env[name];
  Object.assign(process.env, env);
  resetTrustedFoldersForTesting();
  try {
    return checkPathTrust({ path: folder, isFolderTrustEnabled: enabled }).isTrusted ?? "unknown";
  } catch {
    return "refuses to start";
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
    resetTrustedFoldersForTesting();
  }
}

function known(name) {
  const tool = registry.getTool(`discovered_tool_${name}`);
  if (tool === undefined) throw new Error(`the client knows no tool ${name}`);
  return tool;
}

function describe(tool) {
  const schema = tool.schema.parametersJsonSchema;
  return {
    name: tool.name,
    description: tool.description,
    schema,
    problem: SchemaValidator.validateSchema(schema),
    cyclic: hasCycleInSchema(schema),
  };
}
