import { configFile } from "../../compiler/config.js";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { type ImportedServer, importDeclarations, readDeclarations } from "../../import/import-mcp.js";
import { joinWords, readYamlText, wordsIn } from "../../import/imported-tool.js";
import { addServerEntry, type ImportRecord } from "../../import/plan-import.js";
import { exitCode, UsageError } from "../command.js";
import { chooseTools } from "../import/choose-operations.js";
import { findMcpServer, listServerTools, type ServerRequest } from "../import/find-mcp-server.js";
import { finishImport, type ImportOptions } from "../import/finish-import.js";
import { type ImportTarget, openImportTarget, withSpecCheck } from "../import/open-import-target.js";
import { plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { openProject, projectRoot } from "../project/open-project.js";

export interface ImportMcpRequest extends ImportOptions, ServerRequest {
  readonly tool?: readonly string[];
  readonly all?: true;
  /** Tools that only read by the server's word run without asking. */
  readonly trust?: true;
}

/** `toolgen import mcp`: makes specs that call the tools of an MCP server, and merges later lists into them. */
export async function importMcp(request: ImportMcpRequest, terminal: Terminal): Promise<number> {
  const host = await openProject(request, terminal);
  const server = await findMcpServer(request, host, terminal);
  const entry = await entryIn(await host.read(configFile), server);
  const listed = await listServerTools(server, { projectDir: projectRoot(request, terminal), env: terminal.environment });
  const { declarations, leftOut } = readDeclarations(listed);
  const group = joinWords(wordsIn(server.name), { most: 24, empty: "server" });
  const owns = ({ options }: ImportRecord) => options.server === server.name;
  const target = await openImportTarget(request, { group, name: `the MCP server ${server.name}`, kind: "mcp", owns }, terminal);
  const { record } = target;
  const chosen = await chooseTools(declarations, { ...request, before: chosenBefore(record?.options) }, terminal);
  if (chosen === undefined) {
    terminal.err("Cancelled: nothing was written.\n");
    return exitCode.failed;
  }
  const isTrusted = request.trust === true || record?.options.trust === true;
  const before = record?.tools ?? {};
  const wanted = declarations.filter(({ name }) => chosen === "all" || chosen.includes(name) || Object.hasOwn(before, name));
  const imported = await withSpecCheck(wanted.length, withServer(target, server), terminal, (check) =>
    importDeclarations(wanted, {
      group: target.group,
      server: server.name,
      isTrusted,
      headerOf: ({ name }) => [
        target.schemaLine,
        `Imported from the MCP server ${server.name}: ${name}. The next import keeps your edits.`,
      ],
      namesBefore: new Map(Object.entries(before).map(([origin, { name }]) => [origin, name])),
      taken: target.taken,
      check,
    }),
  );
  const names = new Set(declarations.map(({ name }) => name));
  warnOfUnpinned(server, terminal);
  return finishImport(
    {
      target,
      tools: imported.tools,
      leftOut: [...leftOut, ...imported.leftOut],
      deprecated: [],
      hasEntry: (origin) => names.has(origin),
      restored: new Set(request.tool ?? []),
      options: () => ({
        import: "mcp",
        server: server.name,
        ...(chosen === "all" ? {} : { tools: chosen }),
        ...(isTrusted ? { trust: true } : {}),
      }),
      choosing: "--tool NAME",
      words: { entry: "tool", key: "serverTool", source: "server", restore: "Name the tool with --tool to get it back" },
      config: {
        path: configFile,
        about: `mcpServers.${server.name}${secretsOf(server)}`,
        // The entry of an earlier import, or the user's own, stays as it is.
        text: (text) => (entry === "present" ? text : added(text, server)),
      },
    },
    request,
    terminal,
  );
}

/** Looks for this server in toolgen.yaml. Another one of its name is a mistake. */
async function entryIn(bytes: Uint8Array | undefined, { name, entry }: ImportedServer): Promise<"present" | "absent"> {
  const config = bytes === undefined ? undefined : (readYamlText(new TextDecoder().decode(bytes)) as JsonValue | undefined);
  const servers = isJsonObject(config ?? null) ? (config as JsonObject).mcpServers : undefined;
  const own = isJsonObject(servers ?? null) && Object.hasOwn(servers as JsonObject, name) ? (servers as JsonObject)[name] : undefined;
  if (own === undefined) return "absent";
  const isSame = isJsonObject(own) && deepEqual(startOf(own), startOf(entry));
  if (isSame) return "present";
  throw new UsageError(
    `toolgen.yaml has another server '${name}': its command, arguments or address differ.`,
    `Type 'toolgen import mcp ${name}' to import that one, or choose another name with --name. Options of toolgen come before --.`,
  );
}

/** Returns the part of an entry that is started or reached. The user may have changed the rest. */
const startOf = ({ command = null, args = [], url = null }: JsonObject): JsonObject => ({ command, args, url });

function added(text: string | undefined, { name, entry }: ImportedServer): string {
  const result = addServerEntry(text, { name, entry });
  if (!result.ok) throw new UsageError(`The server can't be added: ${result.problem}.`);
  return result.value;
}

/** Specs are checked as if the server was in toolgen.yaml already. */
function withServer(target: ImportTarget, { name }: ImportedServer): ImportTarget {
  const { project } = target.model;
  const mcpServers = { [name]: { server: { name }, pass: [], secrets: {} }, ...project.mcpServers };
  return { ...target, model: { ...target.model, project: { ...project, mcpServers } } };
}

function chosenBefore(options: JsonObject | undefined): readonly string[] | "all" | undefined {
  if (options === undefined) return undefined;
  const { tools } = options;
  return Array.isArray(tools) ? (tools as readonly JsonValue[]).map(String) : "all";
}

function secretsOf({ entry: { secrets } }: ImportedServer): string {
  const names = isJsonObject(secrets ?? null) ? Object.keys(secrets as JsonObject) : [];
  return names.length === 0 ? "" : `, with ${plural(names.length, "secret")} in the environment: ${names.join(", ")}`;
}

/** Another version of a package may do something else, and the user would not see it. */
function warnOfUnpinned({ name, entry: { command, args } }: ImportedServer, terminal: Terminal): void {
  const words = Array.isArray(args) ? (args as readonly JsonValue[]).map(String) : [];
  const packageName = words.find((word) => !word.startsWith("-"));
  if ((command !== "npx" && command !== "uvx") || packageName === undefined || /.[@=]/.test(packageName)) return;
  terminal.err(`warning: the server '${name}' is the newest '${packageName}' whenever it starts: name a version in toolgen.yaml.\n`);
}
