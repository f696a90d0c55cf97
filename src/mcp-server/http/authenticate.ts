import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  type OAuthTokenVerifier,
  verifyBearerToken,
} from "@modelcontextprotocol/server";

/** Says who sends a request. Answers one that may not go on, and returns `undefined` for it. */
export type Authenticate = (request: IncomingMessage, response: ServerResponse) => Promise<AuthInfo | undefined>;

/**
 * Takes requests with a bearer token that the verifier knows (RFC 6750). It reads only the headers: nothing of the body
 * of a stranger's request is read.
 */
export function bearerAuthentication(verifier: OAuthTokenVerifier, log: (line: string) => void): Authenticate {
  let logged: string | undefined;
  return async (request, response) => {
    try {
      return await verifyBearerToken(request.headers.authorization, { verifier });
    } catch (error) {
      // Without a readable file of tokens no caller is let in, and only the log says why.
      if (!(error instanceof OAuthError) && String(error) !== logged) {
        logged = String(error);
        log(`tokens can't be checked: ${logged}`);
      }
      const refused = bearerAuthChallengeResponse(error);
      response.writeHead(refused.status, { ...Object.fromEntries(refused.headers), connection: "close" });
      response.end(await refused.text());
      return undefined;
    }
  };
}
