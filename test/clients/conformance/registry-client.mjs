// The client that the suites test: a registry, and its user, who runs the command of each message that asks for a login.
// Arguments: the home folder, and the server's address, which the suite appends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ToolRegistry } from "../../../dist/runtime/index.js";

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const [homes = "", url = ""] = process.argv.slice(2);
const home = mkdtempSync(join(homes, "home-"));
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const env = { PATH: process.env.PATH, HOME: home, CLIENT_SECRET: context.client_secret };
/** A server may ask for another login after each one. */
const mostLogins = 3;

/** The authorization server that a user would write into the settings. */
async function issuerOf(server) {
  const { authorization_servers: servers } = await (await fetch(new URL("/.well-known/oauth-protected-resource/mcp", server))).json();
  return servers[0];
}

const isClientAlone = /^auth\/client-credentials-(?:basic|jwt)$/.test(process.env.MCP_CONFORMANCE_SCENARIO ?? "");
const privateKeyFile = join(home, "key.pem");
if (context.private_key_pem) writeFileSync(privateKeyFile, context.private_key_pem, { mode: 0o600 });
const client = {
  clientId: context.client_id,
  ...(context.client_secret && { clientSecretEnv: "CLIENT_SECRET" }),
  ...(context.private_key_pem && { privateKeyFile, algorithm: context.signing_algorithm }),
};
const oauth =
  context.client_id === undefined
    ? { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" }
    : { ...client, ...(isClientAlone && { grant: "client_credentials", issuer: await issuerOf(url) }) };
const registry = new ToolRegistry({
  environment: { workspace: home, env },
  mcpServers: { tested: { httpUrl: url, oauth } },
  // A user who sends each form as it is.
  onElicitation: async () => ({ action: "accept", content: {} }),
});
let logins = 0;
try {
  await untilAllowed(async () => {
    const { problems } = await registry.discoverAllTools();
    return problems.map(({ message }) => message).join("\n");
  });
  for (const tool of registry.getAllTools()) {
    await untilAllowed(async () => {
      try {
        const result = await tool.buildAndExecute(argumentsFor(tool), new AbortController().signal);
        return result.error?.message ?? "";
      } catch (error) {
        // These arguments break a rule of the schema, and nothing was sent.
        return error.message;
      }
    });
  }
} finally {
  await registry.close();
}

/** Does something again after each login that its problem asks for. */
async function untilAllowed(work) {
  for (;;) {
    const problem = await work();
    if (problem !== "") console.error(problem);
    const [, command] = /Run: (toolgen login .+)/.exec(problem) ?? [];
    if (command === undefined || ++logins > mostLogins) return;
    if (!(await logIn(command))) return;
  }
}

/** Runs a command as its user types it, and opens the page that it prints. */
async function logIn(command) {
  const child = spawn("sh", ["-c", command.replace("toolgen", `'${process.execPath}' '${program}'`)], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  let isOpened = false;
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    printed += chunk;
    const [, page] = /^ {2}(http\S+)\n/m.exec(printed) ?? [];
    if (page === undefined || isOpened) return;
    isOpened = true;
    void browse(page).catch((error) => console.error(error));
  });
  const [status] = await once(child, "close");
  console.error(printed);
  return status === 0;
}

async function browse(page) {
  const { headers } = await fetch(page, { redirect: "manual" });
  await fetch(headers.get("location"));
}

/** The arguments that the scenario names for a tool, or a value for each required parameter. One tool wants the schema of another as the registry declares it. */
function argumentsFor({ name, schema }) {
  if (name === "json_schema_echo") return { schema: registry.getTool("json_schema_2020_12_tool")?.schema.parametersJsonSchema };
  const named = context.toolCalls?.find((call) => call.name === name);
  if (named !== undefined) return named.arguments;
  const { properties = {}, required = [] } = schema.parametersJsonSchema;
  const values = { string: "text", number: 1, integer: 1, boolean: true, array: [], object: {} };
  return Object.fromEntries(
    required.map((name) => [name, properties[name]?.enum?.[0] ?? properties[name]?.const ?? values[properties[name]?.type] ?? "text"]),
  );
}
