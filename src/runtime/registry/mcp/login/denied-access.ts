import { InsufficientScopeError, SdkHttpError } from "@modelcontextprotocol/client";
import { knownScopes, LoginRequired, type LoginSubject, loginRequired, unitedScopes } from "./login-required.js";
import { loginFile } from "./stored-login.js";

export interface AccessSubject extends LoginSubject {
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
  return loginRequired(`Its login ${lacks}.`, subject, unitedScopes(await grantedScope(subject), missing)).message;
}

async function grantedScope({ url, env }: AccessSubject): Promise<string | undefined> {
  const file = loginFile(url, env);
  const { readLogin } = await import("./login-storage.js");
  try {
    return file === undefined ? undefined : readLogin(file)?.scope;
  } catch {
    return undefined;
  }
}
