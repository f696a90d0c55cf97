import { isHttpsOrLocal } from "../http/is-https-or-local.js";
import { fetchJson } from "./fetch-json.js";

/** Returns the address of an issuer's keys, as its metadata says (RFC 8414, or OpenID Connect Discovery). */
export async function findKeysUrl(issuer: string): Promise<string> {
  const problems: string[] = [];
  for (const url of metadataUrls(issuer)) {
    const metadata = await fetchJson(url).catch(
      (error: unknown) => void problems.push(String(error instanceof Error ? error.message : error)),
    );
    if (typeof metadata !== "object" || metadata === null) continue;
    const { issuer: named, jwks_uri: keys } = metadata as Readonly<Record<string, unknown>>;
    // Another issuer's metadata, which a redirected or shared address may give, would bring that issuer's keys.
    if (named !== issuer) problems.push(`${url} is the metadata of ${JSON.stringify(named)}`);
    else if (typeof keys !== "string" || !isHttpsOrLocal(keys)) problems.push(`${url} names no jwks_uri with https`);
    else return keys;
  }
  throw new Error(problems.join("; "));
}

/** With a path, OpenID Connect appends the well-known part, and OAuth inserts it before the path. */
function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const found = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(found)];
}
