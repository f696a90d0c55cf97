import { asClient, send } from "./send.js";

interface RequestOptions {
  readonly headers?: object;
  readonly capabilities?: object;
  /** Lets the client leave. */
  readonly signal?: AbortSignal;
}

/** Sends a request of a client of 2026-07-28, and returns its answer. */
export async function modernRequest(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { headers = {}, capabilities = {}, signal }: RequestOptions = {},
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const name = params.name ?? params.uri ?? params.taskId;
  const named = { "mcp-method": method, ...(name !== undefined && { "mcp-name": name }) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
  const answer = await send(url, {
    headers: { ...asClient, "mcp-protocol-version": "2026-07-28", ...named, ...headers },
    body,
    ...(signal && { signal }),
  });
  return JSON.parse(answer.body.replace(/^[\s\S]*data: /, ""));
}
