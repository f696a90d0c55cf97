import type { Readable } from "node:stream";
import type { PreparedRequest } from "../../contract/http-request.js";
import type { Resolve } from "./guarded-lookup.js";
import type { Allowed } from "./private-address.js";

/** A server's response, whose body has not been read yet. Names of headers are in lower case. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable;
}

export interface ConnectionOptions {
  readonly allowed: Allowed;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly resolve?: Resolve | undefined;
  /** Sends `http:` requests to the proxy itself, as many proxies need. By default they use a tunnel, like `https:`. */
  readonly withoutTunnel?: true;
}

/** The connections of one call. They are closed with it, so that no other call shares them. */
export interface Connections {
  request(message: RequestMessage, signal: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

export interface RequestMessage {
  readonly method: string;
  readonly url: URL;
  readonly headers: PreparedRequest["headers"];
  readonly body: string | undefined;
  /** True if the body has a secret, which no other host may get. */
  readonly hasSecret?: true;
}
