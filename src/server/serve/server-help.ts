/** The options of `server.cjs`, as `--help` prints them (docs/mcp-server.md and docs/mcp-http.md say more). */
const optionHelp = {
  risk: ["<tool=word>", "a level, or allow, ask or deny, for a tool, toolset:NAME or *; may be repeated"],
  "client-asks": ["", "never ask before a call, because the client asks its user itself"],
  toolsets: ["<names>", "offer only tools of these toolsets, with commas between them"],
  tools: ["<names>", "offer only these tools; with --toolsets, offer these too"],
  "read-only": ["", "offer only tools whose readOnlyHint is true"],
  search: ["", "offer three tools that find, describe and call the others, if there are thousands"],
  "page-size": ["<count>", "list so many tools, prompts or resources a page (default: all)"],
  workspace: ["<dir>", "the folder that calls work in (default: the current one)"],
  roots: ["<dir>", "work in the root that a client names, if it is in this folder"],
  "log-format": ["<format>", "of standard error: text or json (default: json for a service over HTTP)"],
  "log-level": ["<level>", "error, warn, info or debug (default: info over HTTP, otherwise warn)"],
  http: ["[host:port]", "serve over HTTP at /mcp (default: 127.0.0.1:8848)"],
  "allow-host": ["<name>", "with --http: a name by which clients reach the server; may be repeated"],
  tokens: ["<file>", "with --http: take only calls with a bearer token whose hash is in this file"],
  "oauth-issuer": ["<url>", "with --http: take only access tokens of this OAuth 2.1 authorization server"],
  "oauth-audience": ["<uri>", "with --oauth-issuer: the audience that a token must be for"],
  "oauth-resource": ["<url>", "with --oauth-issuer: the server's public address (default: the audience)"],
  "oauth-jwks": ["<url>", "with --oauth-issuer: the issuer's keys (default: where its metadata says)"],
  "oauth-scope": ["<scope>", "with --oauth-issuer: a scope that every request needs; may be repeated"],
  "oauth-principal": ["<claim>", "with --oauth-issuer: the claim that names the caller (default: sub)"],
  "tls-cert": ["<file>", "with --http: the certificate, in PEM"],
  "tls-key": ["<file>", "with --http: the certificate's key, in PEM"],
  sessions: ["", "with --http: keep sessions, so that users of clients up to 2025-11-25 can be asked"],
  help: ["", "print this"],
} as const satisfies Readonly<Record<string, readonly [value: string, meaning: string]>>;

/** An option of the server. */
export type ServerOption = keyof typeof optionHelp;

/** The text that `server.cjs --help` prints. */
export function serverHelp(): string {
  const rows = Object.entries(optionHelp).map(([name, [value, meaning]]) => `  ${`--${name} ${value}`.padEnd(27)}${meaning}`);
  return `Usage: server.cjs [options]

A server for MCP clients, which start it themselves and talk to it on standard
input and output. With --http, any number of clients reach it at its address.

Options:
${rows.join("\n")}

Examples:
  $ node generated/mcp/server.cjs --toolsets git --read-only
  $ node generated/mcp/server.cjs --http 127.0.0.1:8848
`;
}
