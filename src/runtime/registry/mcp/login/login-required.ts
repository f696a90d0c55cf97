import type { McpOAuthSettings } from "../mcp-server-settings.js";
import { serverKey } from "./stored-login.js";

/** A server that can't be used before its user logs in, or logs in with more scopes. The message has the command. */
export class LoginRequired extends Error {
  override readonly name = "LoginRequired";
}

export interface LoginSubject {
  readonly url: string | URL;
  readonly oauth?: McpOAuthSettings | undefined;
}

/** Returns the error for a reason, which is a sentence. */
export const loginRequired = (reason: string, subject: LoginSubject, scope?: string): LoginRequired =>
  new LoginRequired(`${reason} Run: ${loginCommand(subject, scope)}`);

/** Returns the command that logs in at a server, wherever it is configured. */
export function loginCommand({ url, oauth }: LoginSubject, scope?: string): string {
  const scopes = scope === undefined ? oauth?.scopes?.join(" ") : knownScopes(scope);
  const options: readonly (readonly [flag: string, value: string | number | undefined])[] = [
    ["--client-id", oauth?.clientId],
    ["--client-secret-env", oauth?.clientSecretEnv],
    ["--client-secret-file", oauth?.clientSecretFile],
    ["--client-metadata-url", oauth?.clientMetadataUrl],
    ["--port", oauth?.redirectPort],
    ["--scope", scopes === "" ? undefined : scopes],
  ];
  const flags = options.flatMap(([flag, value]) => (value === undefined ? [] : [flag, quoted(String(value))]));
  return ["toolgen login", quoted(serverKey(url)), ...flags].join(" ");
}

const mostScopes = 50;

/** Scopes come from a server: only characters that scopes may have (RFC 6749) are shown. */
export const knownScopes = (scope: string): string =>
  scope
    .split(/\s+/)
    .filter((one) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(one))
    .slice(0, mostScopes)
    .join(" ");

/** Returns all scopes of several lists. */
export const unitedScopes = (...lists: readonly (string | undefined)[]): string =>
  [...new Set(lists.flatMap((list) => knownScopes(list ?? "").split(" ")))].filter((one) => one !== "").join(" ");

/** A word for a shell: an address has `?` and `&`. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
