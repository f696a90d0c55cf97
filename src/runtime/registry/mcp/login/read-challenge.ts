import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";

/** The answer of a server to a request without a token. */
export interface LoginChallenge {
  /** True if it answers 401. */
  readonly isAsked: boolean;
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "toolgen", version: "0" } },
};

/** Sends a server the first message of a connection, as Streamable HTTP does and then as server-sent events do. */
export async function readChallenge(server: URL, fetchFn: (url: URL, init: RequestInit) => Promise<Response>): Promise<LoginChallenge> {
  const requests: readonly RequestInit[] = [
    {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(initialize),
    },
    { method: "GET", headers: { accept: "text/event-stream" } },
  ];
  for (const request of requests) {
    const response = await fetchFn(server, { ...request, redirect: "manual" });
    await response.body?.cancel();
    if (response.status !== 401) continue;
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    return { isAsked: true, ...(scope !== undefined && { scope }), ...(resourceMetadataUrl && { resourceMetadataUrl }) };
  }
  return { isAsked: false };
}
