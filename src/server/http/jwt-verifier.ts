import { errors, type JWTPayload, jwtVerify } from "jose";
import { issuerKeys, type JwtRules, KeysUnavailableError } from "./issuer-keys.js";

/** The claims of a valid token; why a token is not valid; or why the issuer's keys could not be read. */
type VerifiedJwt =
  | { readonly kind: "valid"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "unavailable"; readonly message: string };

type JwtVerifier = (token: string) => Promise<VerifiedJwt>;

/**
 * Signatures by a key pair. The issuer publishes the public keys, so a token that is signed by one of these as if it
 * were a shared secret must not pass.
 */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];

/** The type of a JWT that is not an access token, such as `logout+jwt` or `secevent+jwt` (RFC 8725, section 3.11). */
const otherType = /^(?!(?:application\/)?at\+jwt$).*\+jwt$/i;

/** Returns a function that verifies access tokens in JWT form (RFC 9068). The server bundles it as `oauth.cjs`. */
export function jwtVerifier(rules: JwtRules): JwtVerifier {
  const { issuer, audience, toleranceSeconds: clockTolerance } = rules;
  const keys = issuerKeys(rules);
  const options = { issuer, audience, clockTolerance, algorithms, requiredClaims: ["exp"] };
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify<JWTPayload>(token, keys, options);
      if (otherType.test(protectedHeader.typ ?? "")) return { kind: "invalid", message: "The token is a JWT, and no access token." };
      if ("cnf" in payload) return { kind: "invalid", message: boundToken };
      return { kind: "valid", claims: payload };
    } catch (error) {
      if (error instanceof KeysUnavailableError) return { kind: "unavailable", message: error.message };
      return { kind: "invalid", message: messageFor(error) };
    }
  };
}

/** Its holder proves that they have a key (RFC 7800), by DPoP or TLS. Another caller with the token must be refused. */
const boundToken = "The token is bound to a key (cnf), and this server takes tokens that aren't. Get one without DPoP or mTLS.";

/** The reason for a client, which has the token anyway: the claim or the step that failed. */
function messageFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed) return `The token's claim ${error.claim} is not accepted here.`;
  if (error instanceof errors.JWKSNoMatchingKey) return "The token is signed by a key that its issuer does not publish.";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token's signature is wrong.";
  if (error instanceof errors.JOSEAlgNotAllowed) return "The token's algorithm is not accepted here.";
  return "The token is not a JWT that this server can verify.";
}
