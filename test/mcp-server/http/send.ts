import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
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
