import { once } from "node:events";
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { text } from "node:stream/consumers";

/** The answer to a request. */
export interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request with nothing between that would keep to the protocol. */
export async function send(
  url: string,
  { method = "POST", headers = {}, body = "", signal }: { method?: string; headers?: object; body?: string; signal?: AbortSignal } = {},
): Promise<Answered> {
  const request = httpRequest(url, { method, headers: { ...headers }, ...(signal && { signal }) });
  const answered = new Promise<Answered>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", async (response) =>
      resolve({ status: response.statusCode, headers: response.headers, body: await text(response).catch(() => "") }),
    );
  });
  request.end(body);
  return answered;
}

export const asClient = { "content-type": "application/json", accept: "application/json, text/event-stream" };

export const callOf = (name: string, args: object, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

/** The result of a call, or its error. */
export interface ModernAnswer {
  readonly status: number | undefined;
  readonly resultType?: string;
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly text: string;
  readonly error?: { readonly code: number; readonly message: string };
}

export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

export const modernHeaders = (name: string) => ({
  ...asClient,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": name,
});

export const modernBody = (name: string, args: object, more: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta: modernMeta, ...more } });

export interface ModernCall {
  readonly name: string;
  readonly args?: object;
  /** Further parts of the parameters, such as an answer. */
  readonly more?: object;
  readonly agent?: Agent;
}

/** A call of 2026-07-28, which is one request. */
export async function modernCall(url: string, { name, args = {}, more = {} }: ModernCall): Promise<ModernAnswer> {
  const { status, body } = await send(url, { headers: modernHeaders(name), body: modernBody(name, args, more) });
  const json = /\{"[\s\S]*\}/.exec(body)?.[0];
  if (json === undefined) return { status, text: body };
  const { result = {}, error } = JSON.parse(json);
  const text = (result.content ?? []).map((block: { readonly text?: string }) => block.text ?? "").join("");
  return { status, ...result, text, ...(error !== undefined && { error }) };
}

/** Returns the parts that a client adds to a call whose user has agreed. */
export const agreed = (requestState: string | undefined) => ({
  requestState,
  inputResponses: { consent: { action: "accept", content: {} } },
});

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

/** Returns a port of loopback that no program listens on at the moment. Another program may take it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
