import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import type { ProtectedResource } from "./protected-resource.js";

/** Says who sends a request. Answers one that may not go on, and returns `undefined` for it. */
export type Authenticate = (request: IncomingMessage, response: ServerResponse) => Promise<AuthInfo | undefined>;

export interface BearerOptions {
  readonly verifier: OAuthTokenVerifier;
  /** Named in refusals, so that clients know where to get a token. */
  readonly resource?: ProtectedResource | undefined;
  log(line: string): void;
}

/**
 * Takes requests with a bearer token that the verifier knows (RFC 6750). It reads only the headers: nothing of the body
 * of a stranger's request is read.
 */
export function bearerAuthentication({ verifier, resource, log }: BearerOptions): Authenticate {
  const needed = resource && { requiredScopes: [...resource.scopes], resourceMetadataUrl: resource.metadataUrl };
  let logged: string | undefined;
  return async ({ headers: { authorization } }, response) => {
    try {
      return await verifyBearerToken(authorization, { verifier, ...needed });
    } catch (error) {
      // Without a readable file of tokens no caller is let in, and only the log says why.
      if (!(error instanceof OAuthError) && String(error) !== logged) {
        logged = String(error);
        log(`tokens can't be checked: ${logged}`);
      }
      const refused = authorization === undefined ? unauthenticated(resource) : refusal(error, needed);
      response.writeHead(refused.status, { ...Object.fromEntries(refused.headers), connection: "close" });
      response.end(await refused.text());
      return undefined;
    }
  };
}

type Needed = Parameters<typeof bearerAuthChallengeResponse>[1];

function refusal(error: unknown, needed: Needed): Response {
  if (error instanceof OAuthError && error.code === OAuthErrorCode.TemporarilyUnavailable)
    return Response.json(error.toResponseObject(), { status: 503, headers: { "retry-after": "10" } });
  return bearerAuthChallengeResponse(error, needed);
}

/** Without a token there is no error to name (RFC 6750, section 3.1), only where and for what to get one. */
function unauthenticated(resource: ProtectedResource | undefined): Response {
  const parameters =
    resource === undefined
      ? ""
      : ` resource_metadata="${resource.metadataUrl}"${resource.scopes.length > 0 ? `, scope="${resource.scopes.join(" ")}"` : ""}`;
  const message = "Send a token: Authorization: Bearer TOKEN.";
  return Response.json(
    { error: "unauthorized", error_description: message },
    { status: 401, headers: { "www-authenticate": `Bearer${parameters}` } },
  );
}
