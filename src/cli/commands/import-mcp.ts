import { configFile } from "../../compiler/config.js";
import { printable } from "../../contract/display-text.js";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { changeText, effectOf, needsAcceptance } from "../../contract/surface-change.js";
import { type ImportedServer, importDeclarations, readDeclarations } from "../../import/import-mcp.js";
import { joinWords, readYamlText, wordsIn } from "../../import/imported-tool.js";
import { addServerEntry, type ImportRecord } from "../../import/plan-import.js";
import { exitCode, UsageError } from "../command.js";
import { chooseTools } from "../import/choose-operations.js";
import { type ComparedServer, compareServers } from "../import/compare-servers.js";
import { findMcpServer, listServerTools, mostListingMs, type ServerRequest } from "../import/find-mcp-server.js";
import { finishImport, type ImportOptions } from "../import/finish-import.js";
import { type ImportTarget, openImportTarget, withSpecCheck } from "../import/open-import-target.js";
import { plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { invocation } from "../project/project-packages.js";

export interface ImportMcpRequest extends ServerImport, Omit<ServerRequest, "server"> {
  /** Absent with `check`: every server. */
  readonly server?: string;
  /** Compares the servers with what was accepted, and writes nothing. */
  readonly check?: true;
}

interface ServerImport extends ImportOptions {
  readonly tool?: readonly string[];
  readonly all?: true;
  /** Tools that only read by the server's word run without asking. */
  readonly trust?: true;
}

/** `toolgen import mcp`: makes specs that call the tools of an MCP server, and merges later lists into them. */
export async function importMcp(options: ImportMcpRequest, terminal: Terminal): Promise<number> {
  if (options.check) return checkServers(options, terminal);
  if (options.server === undefined)
    throw new UsageError(
      "No server is named.",
      "Type an address, a server's name, or a command behind --. Run 'toolgen import mcp --help' for its options and examples.",
    );
  const host = await openProject(options, terminal);
  return importServer(await findMcpServer({ ...options, server: options.server }, host, terminal), options, terminal);
}

/** Imports a server that is found already. Returns the exit code. */
export async function importServer(server: ImportedServer, request: ServerImport, terminal: Terminal): Promise<number> {
  const host = await openProject(request, terminal);
  const entry = await entryIn(await host.read(configFile), server);
  const listed = await listServerTools(server, { projectDir: projectRoot(request, terminal), env: terminal.environment });
  const { declarations, leftOut } = readDeclarations(listed);
  const group = joinWords(wordsIn(server.name), { most: 24, empty: "server" });
  const owns = ({ options }: ImportRecord) => options.server === server.name;
  const target = await openImportTarget(request, { group, name: `the MCP server ${server.name}`, kind: "mcp", owns }, terminal);
  const { record } = target;
  const chosen = await chooseTools(declarations, { ...request, before: chosenBefore(record?.options) }, terminal);
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

/** `--check`: exits with 1 if a server has changed a tool so that its calls are refused, or can't be compared. */
async function checkServers(options: ImportMcpRequest, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal);
  if (compilation === undefined) return exitCode.failed;
  const projectDir = projectRoot(options, terminal);
  const host = await openProject(options, terminal);
  const comparing = { model: compilation.model, host, projectDir, mostMs: mostListingMs, only: options.server };
  const servers = await compareServers(comparing, terminal);
  if (options.server !== undefined && servers.length === 0)
    throw new UsageError(
      `No spec that was imported calls a server '${options.server}'.`,
      "Its tools are compared after 'toolgen import mcp'.",
    );
  const isPending = servers.some(({ problem, changes }) => problem !== undefined || changes.some(needsAcceptance));
  if (options.json) terminal.out(`${JSON.stringify(servers, null, 2)}\n`);
  else terminal.out(servers.map(comparedText).join("") || "No spec was imported from a server.\n");
  if (isPending && !options.json)
    terminal.err(
      `Import the new form with '${invocation(projectDir, terminal.environment)} import mcp NAME', and accept it with 'diff --accept'.\n`,
    );
  return isPending ? exitCode.failed : exitCode.done;
}

function comparedText({ server, tools, changes, problem }: ComparedServer): string {
  if (problem !== undefined) return `${printable(problem)}\n`;
  if (changes.length === 0) return `${server}: ${plural(tools, "tool")} as accepted.\n`;
  const lines = changes.map((change) => `  ${effectOf(change).padEnd(10)}  ${changeText(change)}`);
  const named = changes.map(({ name }, index) => (changes[index - 1]?.name === name ? [] : [name]));
  return `${lines
    .flatMap((line, index) => [...(named[index] ?? []), line])
    .map(printable)
    .join("\n")}\n`;
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
