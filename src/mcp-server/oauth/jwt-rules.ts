/** The rules that an access token must keep. */
export interface JwtRules {
  /** The claim `iss`, and where the issuer's metadata is. */
  readonly issuer: string;
  /** Must be in the claim `aud`: tokens for other servers are not accepted. */
  readonly audience: string;
  /** Where the issuer's keys are; by default its metadata says so. */
  readonly jwks?: string;
  /** By how much the clocks of issuer and server may differ. */
  readonly toleranceSeconds: number;
  /** For problems with the issuer, a line each. */
  log(line: string): void;
}

/** The claims of a valid token; why a token is not valid; or why the issuer's keys could not be read. */
export type VerifiedJwt =
  | { readonly kind: "valid"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "unavailable"; readonly message: string };

export type JwtVerifier = (token: string) => Promise<VerifiedJwt>;
