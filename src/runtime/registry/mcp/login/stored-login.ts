import { createHash } from "node:crypto";
import { stateFile } from "../../../io/file-from-env.js";
import { isJsonObject, type JsonValue } from "../../../json/json-value.js";

/** How toolgen is known to an authorization server. */
export interface LoginClient {
  readonly id: string;
  /** Only of a registration that the authorization server made. */
  readonly secret?: string;
  /** The variable that holds the secret of a client that the user registered. */
  readonly secretEnv?: string;
  /** Or the file that holds it. */
  readonly secretFile?: string;
  /** `token_endpoint_auth_method` of the registration. */
  readonly authMethod?: string;
}

/** A login at an MCP server, as it is kept in the user's folder. */
export interface StoredLogin {
  /** The server's address, without a fragment. The token is sent to no other server. */
  readonly server: string;
  /** The authorization server, and what is needed of its metadata. */
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly authMethods: readonly string[];
  readonly revocationEndpoint?: string;
  readonly client: LoginClient;
  /** The resource that the token was requested for (RFC 8707). */
  readonly resource?: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly scope?: string;
  /** In milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Returns the address by which the login at a server is found. */
export function serverKey(url: string | URL): string {
  const key = new URL(url);
  key.hash = "";
  return key.href;
}

/** The file of a login; `undefined` without a home folder. */
export const loginFile = (server: string | URL, env: Readonly<Record<string, string | undefined>>): string | undefined =>
  stateFile(env, `${loginFolder}/${createHash("sha256").update(serverKey(server)).digest("hex").slice(0, 32)}.json`);

/** The folder of all logins, in the user's state folder. */
export const loginFolder = "logins";

/** Parses a login; `undefined` if the text isn't one. */
export function parseLogin(text: string): StoredLogin | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value as JsonValue) && isLogin(value as Fields) ? (value as unknown as StoredLogin) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function isLogin(value: Fields): boolean {
  const { client, authMethods, expiresAt } = value;
  const isText = (one: unknown) => typeof one === "string";
  const isOptionalText = (one: unknown) => one === undefined || isText(one);
  return (
    [value.server, value.issuer, value.tokenEndpoint, value.accessToken].every(isText) &&
    [value.revocationEndpoint, value.resource, value.refreshToken, value.scope].every(isOptionalText) &&
    Array.isArray(authMethods) &&
    authMethods.every(isText) &&
    (expiresAt === undefined || typeof expiresAt === "number") &&
    isJsonObject(client as JsonValue) &&
    isText((client as Fields).id) &&
    [(client as Fields).secret, (client as Fields).secretEnv, (client as Fields).secretFile, (client as Fields).authMethod].every(
      isOptionalText,
    )
  );
}
