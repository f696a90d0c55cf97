import {
  type AuthInfo,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
} from "@modelcontextprotocol/server";
import { oauthScopePattern } from "../../contract/definition.js";
import type { HttpArguments } from "../server-options.js";
import { isHttpsOrLocal, mcpPath } from "./http-address.js";
import { jwtVerifier } from "./jwt-verifier.js";

/** How access tokens of an OAuth 2.1 authorization server are checked. */
export interface OauthRules {
  readonly issuer: string;
  readonly audience: string;
  /** The address of the endpoint for clients, which must be its name in the metadata document (RFC 9728). */
  readonly resource: string;
  readonly jwks?: string;
  /** The scopes that every request needs. */
  readonly scopes: readonly string[];
  /** The claim that names the caller. */
  readonly principal: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that stand for options, in containers. */
const variables = {
  oauthIssuer: "TOOLGEN_OAUTH_ISSUER",
  oauthAudience: "TOOLGEN_OAUTH_AUDIENCE",
  oauthResource: "TOOLGEN_OAUTH_RESOURCE",
  oauthJwks: "TOOLGEN_OAUTH_JWKS",
  oauthPrincipal: "TOOLGEN_OAUTH_PRINCIPAL",
} as const;
const scopeVariable = "TOOLGEN_OAUTH_SCOPE";

type Key = keyof typeof variables;

/**
 * Reads the options for OAuth; `undefined` if there are none. Throws with what is wrong and what to do, in a sentence.
 */
export function readOauthRules(args: HttpArguments, env: Environment): OauthRules | undefined {
  const argument = (key: Key) => args[key] ?? notEmpty(variables[key], env[variables[key]]);
  const issuer = argument("oauthIssuer");
  const scopes = args.oauthScope ?? notEmpty(scopeVariable, env[scopeVariable])?.split(/\s+/) ?? [];
  if (issuer === undefined) {
    const unused =
      (Object.keys(variables) as Key[]).find((key) => argument(key) !== undefined) ?? (scopes.length > 0 ? "oauthScope" : undefined);
    if (unused !== undefined) throw new Error(`${optionOf(unused)} needs --oauth-issuer URL (or ${variables.oauthIssuer}).`);
    return undefined;
  }
  const audience = argument("oauthAudience");
  if (audience === undefined)
    throw new Error("--oauth-issuer needs --oauth-audience URI: without it, tokens that users gave to other servers would be accepted.");
  const resource = argument("oauthResource") ?? audience;
  const jwks = argument("oauthJwks");
  checkUrls({ issuer, resource, jwks });
  const wrong = scopes.find((scope) => !oauthScopePattern.test(scope));
  if (wrong !== undefined) throw new Error(`'${wrong}' is not a scope: it is empty, or has a space, a quote or a backslash.`);
  return { issuer, audience, resource, scopes, principal: argument("oauthPrincipal") ?? "sub", ...(jwks !== undefined && { jwks }) };
}

function checkUrls({ issuer, resource, jwks }: { readonly issuer: string; readonly resource: string; readonly jwks: string | undefined }) {
  for (const [option, url] of [
    ["--oauth-issuer", issuer],
    ["--oauth-jwks", jwks],
  ])
    if (url !== undefined && !isHttpsOrLocal(url))
      throw new Error(`${option} must be an address with https, because it decides which tokens are accepted: '${url}' is not one.`);
  if (!URL.canParse(resource) || !/^https?:$/.test(new URL(resource).protocol))
    throw new Error(`clients must know the server's address, which '${resource}' is not. Add --oauth-resource URL.`);
}

/** An unset variable of a container's file must not turn authentication off. */
function notEmpty(name: string, value: string | undefined): string | undefined {
  if (value?.trim() === "") throw new Error(`${name} is empty. Set it, or remove it.`);
  return value;
}

const optionOf = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** By how much the clocks of issuer and server may differ. In seconds. */
const toleranceSeconds = 30;

/** The longest `sub` of OpenID Connect; names are in logs and in the memory of servers. */
const longestName = 255;

/** Verifies access tokens that the authorization server issued for this server. */
export function oauthVerifier({ principal, ...rules }: OauthRules, log: (line: string) => void): OAuthTokenVerifier {
  const verify = jwtVerifier({ ...rules, toleranceSeconds, log });
  return {
    verifyAccessToken: async (token): Promise<AuthInfo> => {
      const verified = await verify(token);
      if (verified.kind === "unavailable") throw new OAuthError(OAuthErrorCode.TemporarilyUnavailable, verified.message);
      if (verified.kind === "invalid") throw invalid(verified.message);
      const { claims } = verified;
      const caller = claims[principal];
      if (typeof caller !== "string" || caller === "" || caller.length > longestName)
        throw invalid(`The token does not name its caller: its claim ${principal} is not a text of 1 to ${longestName} characters.`);
      // The verifier requires the claim, and the SDK checks it again without the tolerance.
      const expiresAt = Number(claims.exp) + toleranceSeconds;
      return { token, clientId: caller, scopes: scopesOf(claims), expiresAt };
    },
  };
}

const invalid = (message: string) => new OAuthError(OAuthErrorCode.InvalidToken, message);

/** The scopes of a token: `scope`, or `scp` as some authorization servers write it, in one text or a list. */
function scopesOf({ scope, scp }: Readonly<Record<string, unknown>>): string[] {
  const granted = scope ?? scp;
  if (typeof granted === "string") return granted.split(" ").filter((one) => one !== "");
  return Array.isArray(granted) ? granted.filter((one) => typeof one === "string") : [];
}

/** The server as a resource that OAuth protects (RFC 9728): what clients must know to get a token for it. */
export interface ProtectedResource {
  /** The scopes that every request needs. */
  readonly scopes: readonly string[];
  /** Where clients find the document; each refusal names it. */
  readonly metadataUrl: string;
  /** The paths of this server that have the document. */
  readonly paths: ReadonlySet<string>;
  /** The document, in JSON. */
  readonly document: string;
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Describes the server by its rules. A proxy may have removed the first parts of the resource's path, or all of it. */
export function protectedResource({ issuer, resource, scopes }: OauthRules, name: string): ProtectedResource {
  const url = new URL(resource);
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(url);
  return {
    scopes,
    metadataUrl,
    paths: new Set([wellKnown, `${wellKnown}${mcpPath}`, new URL(metadataUrl).pathname]),
    document: JSON.stringify({
      resource,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      // Clients ask for all of these at once. The scopes of tools are asked for when a tool is called.
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      resource_name: name,
    }),
  };
}
