import { type AuthInfo, OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from "@modelcontextprotocol/server";
import { jwtVerifier } from "../oauth/jwt-verifier.js";
import type { OauthRules } from "./oauth-rules.js";

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
