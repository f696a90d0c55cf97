import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isSecure, type McpOAuthSettings, type McpServerSettings } from "../../agent/mcp-connection.js";
import { isJsonObject } from "../../contract/json-value.js";
import { UsageError } from "../command.js";
import type { Terminal } from "../io/terminal.js";

/** The server of `login` and `logout` on the command line. */
export interface ServerOperand {
  /** An address, or a name in the file. */
  readonly server: string;
  /** A file with `mcpServers`. */
  readonly mcp?: string;
}

/** A server at which a user can log in. */
export interface LoginTarget {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth: McpOAuthSettings;
}

/** Returns the server that an operand means. */
export function loginTarget({ server, mcp }: ServerOperand, { launchDir }: Terminal): LoginTarget {
  if (/^https?:\/\//i.test(server)) return { url: checkedUrl(server), oauth: {} };
  if (mcp === undefined)
    throw new UsageError(`'${server}' is not an address, and there is no --mcp FILE that names it.`, "An address begins with https://.");
  const file = resolve(launchDir, mcp);
  const servers = readMcpServers(file);
  const settings = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (settings === undefined)
    throw new UsageError(`${file} has no server '${server}'.`, `It has: ${Object.keys(servers).join(", ") || "none"}.`);
  const address = settings.httpUrl ?? settings.url;
  if (settings.command !== undefined || address === undefined)
    throw new UsageError(`'${server}' is a program, which needs no login.`, "Only servers with a url or an httpUrl have one.");
  const { headers } = settings;
  if (Object.keys(headers ?? {}).some((name) => /^authorization$/i.test(name)))
    throw new UsageError(`The settings of '${server}' have an Authorization header, so no login is used.`, "Remove that header first.");
  return { url: checkedUrl(address), ...(headers && { headers }), oauth: checkedOAuth(server, settings) };
}

function checkedUrl(address: string): URL {
  if (!URL.canParse(address)) throw new UsageError(`'${address}' is not an address.`);
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") throw new UsageError("An address with a name or a password in it can't be used.");
  if (!isSecure(url, url))
    throw new UsageError(`${url.origin} is not https, so others could read the tokens.`, "Only a server on this machine may be http.");
  return url;
}

const texts = ["clientId", "clientSecretEnv", "clientSecretFile", "clientMetadataUrl"] as const;
const keys: readonly string[] = [...texts, "scopes", "redirectPort"];

function checkedOAuth(name: string, { oauth = {} }: McpServerSettings): McpOAuthSettings {
  const fail = (problem: string) => new UsageError(`oauth of the server '${name}': ${problem}`, `It has these keys: ${keys.join(", ")}.`);
  if (!isJsonObject(oauth as never)) throw fail("it is not an object.");
  if (Object.hasOwn(oauth, "clientSecret"))
    throw fail(
      "a secret isn't written into settings. Name the variable or the file that holds it, in clientSecretEnv or clientSecretFile.",
    );
  if (oauth.grant !== undefined) throw fail("its client gets tokens by itself ('grant'), so no login is used.");
  const unknown = Object.keys(oauth).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw fail(`'${unknown}' is unknown.`);
  const noText = texts.find((key) => oauth[key] !== undefined && typeof oauth[key] !== "string");
  if (noText !== undefined) throw fail(`'${noText}' is not a text.`);
  const { scopes, redirectPort } = oauth;
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string")))
    throw fail("'scopes' is not a list of texts.");
  if (redirectPort !== undefined && !isPort(redirectPort)) throw fail("'redirectPort' is not a port.");
  return oauth;
}

/** Returns true for a number that can be a port. */
const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

/** Reads the servers of a file with `mcpServers`, which `--mcp` names. */
export function readMcpServers(file: string): Readonly<Record<string, McpServerSettings>> {
  const hint = 'It must contain { "mcpServers": { "files": { "command": "mcp-server-filesystem", "args": ["docs"] } } }.';
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`--mcp: ${file} can't be read: ${error instanceof Error ? error.message : String(error)}`, hint);
  }
  const servers = isJsonObject(value) ? value.mcpServers : undefined;
  if (!isJsonObject(servers) || !Object.values(servers).every(isJsonObject))
    throw new UsageError(`--mcp: ${file} names no MCP servers.`, hint);
  // The code that connects to a server checks the server's own settings.
  return servers as unknown as Readonly<Record<string, McpServerSettings>>;
}
