import { InsufficientScopeError, SdkHttpError } from "@modelcontextprotocol/client";
import type { McpOAuthSettings } from "../mcp-connection.js";
import { loginFile, readLogin, serverKey } from "../stored-login.js";

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

interface AccessSubject extends LoginSubject {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if the settings have an `Authorization` header, so no login is used. */
  readonly hasOwnToken: boolean;
}

/** Returns the message of a failure that a login, or one with more scopes, would solve; `undefined` for others. */
export async function deniedAccess(cause: unknown, subject: AccessSubject): Promise<string | undefined> {
  if (cause instanceof LoginRequired) return cause.message;
  const isClient = subject.oauth?.grant === "client_credentials";
  if (cause instanceof SdkHttpError && cause.status === 401 && isClient && !subject.hasOwnToken)
    return "The token of its client is not accepted.";
  if (cause instanceof SdkHttpError && cause.status === 401)
    return subject.hasOwnToken
      ? "The Authorization header of its settings is not accepted."
      : loginRequired("Its login is not accepted.", subject).message;
  if (!(cause instanceof InsufficientScopeError)) return undefined;
  const missing = knownScopes(cause.requiredScope ?? "");
  const lacks = missing === "" ? "may not do this" : `lacks the scope '${missing}'`;
  if (subject.hasOwnToken) return `The Authorization header of its settings ${lacks}.`;
  if (isClient) return `The token of its client ${lacks}. Its settings name scopes in oauth.scopes.`;
  return loginRequired(`Its login ${lacks}.`, subject, unitedScopes(grantedScope(subject), missing)).message;
}

function grantedScope({ url, env }: AccessSubject): string | undefined {
  const file = loginFile(url, env);
  try {
    return file === undefined ? undefined : readLogin(file)?.scope;
  } catch {
    return undefined;
  }
}
