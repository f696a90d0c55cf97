import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { allPages, type McpServerSettings } from "../../agent/mcp-connection.js";
import { resolveProgram } from "../../call/build-command.js";
import { resolveServerProgram } from "../../call/paths.js";
import { readManagedSecret } from "../../call/user-settings.late.js";
import { configFile } from "../../compiler/config.js";
import type { Host } from "../../contract/host.js";
import { stripComments } from "../../contract/json-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import { readRegularFile } from "../../contract/node-host.js";
import { connectedSettings, convertServer, type ImportedServer, nameServer } from "../../import/import-mcp.js";
import { readYamlText } from "../../import/imported-tool.js";
import { UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";

export interface ServerRequest {
  /** A command, an address, or the name of a server in toolgen.yaml or a client's settings. */
  readonly server: string;
  /** The arguments of the command. */
  readonly words: readonly string[];
  readonly name?: string;
  /** A client's settings file. */
  readonly from?: string;
  readonly env?: readonly string[];
  readonly bearer?: string;
}

/** Settings files of clients in a project's folder. */
const settingsFiles = [".mcp.json", ".gemini/settings.json", ".vscode/mcp.json", ".cursor/mcp.json"];

/** Finds the server that a user means. */
export async function findMcpServer(request: ServerRequest, host: Host, terminal: Terminal): Promise<ImportedServer> {
  const words = [request.server, ...request.words];
  const first = request.server;
  if (/^https?:\/\//i.test(first)) {
    if (words.length > 1) throw new UsageError("An address has no arguments.");
    return converted(addressSettings(first, request), request.name ?? nameServer(words));
  }
  const known = words.length === 1 ? await knownServers(request, host, terminal) : undefined;
  const named = known?.get(first);
  if (named !== undefined) return named(request.name ?? first);
  const isProgram = resolveProgram({ program: first, cwd: terminal.launchDir, path: terminal.environment.PATH }) !== undefined;
  if (request.from !== undefined || !isProgram) throw unknownServer(first, [...(known?.keys() ?? [])]);
  const env = Object.fromEntries((request.env ?? []).map((variable) => [variable, `\${${variable}}`]));
  const namesFiles = await Promise.all(words.slice(1).map((word) => isFileOf(host, word)));
  const cwd = namesFiles.includes(true) ? { cwd: "." } : {};
  return converted({ command: first, args: words.slice(1), ...cwd, env }, request.name ?? nameServer(words));
}

/** A server that is started with a file of the project runs in its root, whatever the workspace is. */
const isFileOf = async (host: Host, word: string): Promise<boolean> =>
  /^[\w.][^:]*\.\w+$/.test(word) && (await host.stat(word).catch(() => undefined)) !== undefined;

function addressSettings(url: string, { bearer }: ServerRequest): JsonObject {
  const { username, password } = new URL(url);
  if (username !== "" || password !== "")
    throw new UsageError("The address has a password in it.", "Send it with --bearer, or log in with 'toolgen login'.");
  return { url, ...(bearer !== undefined && { headers: { Authorization: `Bearer \${${bearer}}` } }) };
}

function unknownServer(name: string, known: readonly string[]): UsageError {
  const suggestion = closest(name, known);
  return new UsageError(
    `'${name}' is neither a server in toolgen.yaml or in a client's settings nor a program.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`,
    known.length === 0
      ? "Type a command behind --, such as -- npx -y PACKAGE; or an address."
      : `Servers: ${known.slice(0, 30).join(", ")}.`,
  );
}

type Known = ReadonlyMap<string, (name: string) => ImportedServer>;

/** The servers of toolgen.yaml, which are as they are, and then those of clients' settings. */
async function knownServers({ from }: ServerRequest, host: Host, terminal: Terminal): Promise<Known> {
  const known = new Map<string, (name: string) => ImportedServer>();
  if (from !== undefined) {
    const path = isAbsolute(from) ? from : join(terminal.launchDir, from);
    addServers(known, textOf(path, from));
    return known;
  }
  const config = await host.read(configFile);
  const own = config === undefined ? undefined : readYamlText(new TextDecoder().decode(config));
  for (const [name, entry] of Object.entries(serversIn(own as JsonValue)))
    if (isJsonObject(entry)) known.set(name, () => ({ name, entry, values: {} }));
  for (const file of settingsFiles) {
    const bytes = await host.read(file).catch(() => undefined);
    if (bytes !== undefined) addServers(known, new TextDecoder().decode(bytes));
  }
  return known;
}

function textOf(path: string, named: string): string {
  try {
    return new TextDecoder().decode(readRegularFile(realpathSync(path), named));
  } catch (error) {
    throw new UsageError(`'${named}' can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Settings that can't be read name no server. */
function readSettings(text: string): JsonValue | undefined {
  try {
    return JSON.parse(stripComments(text)) as JsonValue;
  } catch {
    return undefined;
  }
}

function addServers(known: Map<string, (name: string) => ImportedServer>, text: string): void {
  for (const [name, settings] of Object.entries(serversIn(readSettings(text))))
    if (!known.has(name) && isJsonObject(settings)) known.set(name, (wanted) => converted(settings, wanted));
}

/** Visual Studio Code calls them `servers`. */
function serversIn(settings: JsonValue | undefined): JsonObject {
  const { mcpServers, servers } = isJsonObject(settings ?? null) ? (settings as JsonObject) : {};
  const found = mcpServers ?? servers;
  return isJsonObject(found ?? null) ? (found as JsonObject) : {};
}

function converted(settings: JsonObject, name: string): ImportedServer {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name))
    throw new UsageError(`'${name}' can't be the name of a server.`, "Choose one with --name: letters, digits, '_' and '-'.");
  const server = convertServer(settings, name);
  if (!server.ok) throw new UsageError(`The server '${name}' can't be imported: ${server.problem}.`);
  return server.value;
}

/** How long a server may take to start and list its tools, in milliseconds: `npx` may have to install it. */
export const mostListingMs = 120_000;

interface ListingContext {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The time in which it must list its tools. */
  readonly mostMs?: number;
}

/** The environment with the secrets that the user's settings name a command for, and why some of them are missing. */
function withManagedSecrets({ entry: { secrets } }: ImportedServer, { projectDir, env }: ListingContext) {
  const names = isJsonObject(secrets ?? null) ? Object.keys(secrets as JsonObject).filter((name) => !env[name]) : [];
  const managed = names.map((name) => [name, readManagedSecret(name, { workspace: projectDir, projectDir, env, via: "call" })] as const);
  return {
    env: { ...env, ...Object.fromEntries(managed.flatMap(([name, secret]) => (secret?.ok ? [[name, secret.value]] : []))) },
    reasons: [...new Set(managed.flatMap(([, secret]) => (secret?.ok === false ? [secret.reason] : [])))],
  };
}

/** Starts a server, or connects to it, and returns its list of tools as it sends it. Calls none of them. */
export async function listServerTools(
  server: ImportedServer,
  { projectDir, env, mostMs = mostListingMs }: ListingContext,
): Promise<readonly unknown[]> {
  const managed = withManagedSecrets(server, { projectDir, env });
  const settings = connectedSettings(server, managed.env);
  if (!settings.ok) throw new UsageError([settings.problem, ...managed.reasons].join(" "));
  // The SDK takes a tenth of a second to load.
  const { connect } = await import("../../agent/connect.js");
  const signal = AbortSignal.timeout(mostMs);
  const closing: Promise<void>[] = [];
  try {
    const connection = await connect({
      // The settings come from a file, so each is what it should be or is refused by what reads it.
      settings: {
        ...(settings.value as McpServerSettings),
        ...(settings.value.command !== undefined && { command: resolveServerProgram(String(settings.value.command), projectDir) }),
      },
      environment: { workspace: projectDir, projectDir, env },
      signal,
      timeoutMs: mostMs,
      onToolsChanged: () => {},
      onClosing: (close) => void closing.push(close().catch(() => {})),
    });
    try {
      return await allPages(connection, signal, mostMs);
    } finally {
      await connection.close().catch(() => {});
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The server '${server.name}' did not list its tools. ${reason}`);
  } finally {
    await Promise.all(closing);
  }
}
