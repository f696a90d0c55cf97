import { existsSync } from "node:fs";
import { clientAuthorization } from "./client-authorization.js";
import { type LoginSubject, loginRequired } from "./login-required.js";
import { loginFile } from "./stored-login.js";

/** The part of an SDK transport's authorization that toolgen provides. */
export interface StoredAuthorization {
  /** Called before each request. */
  token(): Promise<string | undefined>;
  /** Called when a server answers 401; resolves if a second attempt can succeed. */
  onUnauthorized(context: { readonly response: Response }): Promise<void>;
}

/**
 * Returns the authorization by the user's login at a server, or by a client of its own. A login is read for each
 * request, so one that is made while a program runs counts. What reads and refreshes logins is loaded only if there is
 * a file.
 */
export function storedAuthorization(subject: LoginSubject, env: Readonly<Record<string, string | undefined>>): StoredAuthorization {
  if (subject.oauth?.grant === "client_credentials") return clientAuthorization(subject, env);
  const file = loginFile(subject.url, env);
  /** The token of the last request. Others may run at the same time, so it stays until there is another one. */
  let used: string | undefined;
  const readToken = async () => {
    if (file === undefined || !existsSync(file)) return undefined;
    const { currentToken } = await import("./current-token.js");
    return currentToken({ ...subject, file, env });
  };
  return {
    token: async () => {
      const token = await readToken();
      used = token;
      return token;
    },
    onUnauthorized: async ({ response }) => {
      const scope = /\bscope="([^"]*)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1];
      if (file === undefined || used === undefined) throw loginRequired("It requires a login.", subject, scope);
      const { refreshLogin } = await import("./refresh-login.js");
      await refreshLogin({ ...subject, file, env, used });
    },
  };
}
