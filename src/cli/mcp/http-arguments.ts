import { resolve } from "node:path";
import type { HttpArguments } from "../../mcp-server/server-options.js";
import { UsageError } from "../usage-error.js";

/** The options that need `--http`, as they are written. */
const httpOptions = {
  allowHost: "--allow-host",
  tokens: "--tokens",
  oauthIssuer: "--oauth-issuer",
  oauthAudience: "--oauth-audience",
  oauthResource: "--oauth-resource",
  oauthJwks: "--oauth-jwks",
  oauthScope: "--oauth-scope",
  oauthPrincipal: "--oauth-principal",
  tlsCert: "--tls-cert",
  tlsKey: "--tls-key",
  sessions: "--sessions",
} as const;

/** The arguments of a server over HTTP. Undefined without `--http`. Throws if an option is empty or has no effect. */
export function httpArguments(options: Partial<HttpArguments>, launchDir: string): HttpArguments | undefined {
  const { http, tokens, tlsCert, tlsKey } = options;
  if (http === undefined) {
    const unused = Object.entries(httpOptions).find(([name]) => name in options);
    if (unused !== undefined) throw new UsageError(`${unused[1]} is for a server over HTTP.`, "Add --http.");
    return undefined;
  }
  const httpArguments = Object.entries(httpOptions).flatMap(([name, option]) => {
    const value = options[name as keyof typeof httpOptions];
    return value === undefined ? [] : [{ name, option, value }];
  });
  const empty = httpArguments.find(({ value }) => value === "");
  if (empty !== undefined) throw new UsageError(`${empty.option} is empty.`, "Is a variable unset?");
  const files = Object.entries({ tokens, tlsCert, tlsKey }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolve(launchDir, file)]],
  );
  return { http, ...Object.fromEntries(httpArguments.map(({ name, value }) => [name, value])), ...Object.fromEntries(files) };
}
