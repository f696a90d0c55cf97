import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import { mcpPath } from "./http-address.js";
import type { OauthRules } from "./oauth-rules.js";

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
