import { connectionReason } from "../../runtime/process/http/connection-reason.js";
import type { Connections } from "../../runtime/process/http/connections.js";
import { openConnections } from "../../runtime/process/http/open-connections.js";
import { readResponseBody, unpacked } from "../../runtime/process/http/response-body.js";
import { oneLine } from "../../runtime/text/one-line.js";
import { decodeUtf8 } from "../project/read-utf8.js";

interface FetchOptions {
  readonly maxBytes: number;
  /** The environment, which may name proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The origin that redirects must not leave. */
  readonly origin?: string;
}

const maxRedirects = 5;
const timeoutMs = 30_000;
const headers = { accept: "application/json, application/yaml, */*;q=0.5", "user-agent": "toolgen" };

/** The user named the address, so it may be in a private network. */
const allowed = { name: () => true, address: () => true };

/** Returns the text at an address, and the address after redirects. Rejects with an `Error` for any other answer. */
export async function fetchText(given: string, options: FetchOptions): Promise<{ readonly url: string; readonly text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const connections = await openConnections({ allowed, env: options.env, timeoutMs, withoutTunnel: true });
  try {
    return await follow(new URL(given), { ...options, connections, signal });
  } catch (error) {
    throw new Error(failureReason(signal.aborted ? signal.reason : error));
  } finally {
    await connections.close();
  }
}

interface Following extends FetchOptions {
  readonly connections: Connections;
  readonly signal: AbortSignal;
}

async function follow(
  first: URL,
  { connections, signal, maxBytes, origin }: Following,
): Promise<{ readonly url: string; readonly text: string }> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (url.username !== "" || url.password !== "") throw new Error("an address with a user name or a password isn't requested");
    const response = await connections.request({ method: "GET", url, headers, body: undefined }, signal);
    const { location } = response.headers;
    if (response.status >= 300 && response.status < 400 && typeof location === "string") {
      response.body.on("error", () => {}).destroy();
      const next = new URL(location, url);
      if (next.protocol !== url.protocol && next.protocol !== "https:") throw new Error("it redirects to another protocol");
      if (origin !== undefined && next.origin !== origin) throw new Error(`it redirects to ${next.origin}`);
      url = next;
      continue;
    }
    if (response.status < 200 || response.status > 299) throw new Error(`the server answers with status ${response.status}`);
    const chunks: Uint8Array[] = [];
    const { flooded } = await readResponseBody(chunks, await unpacked(response, "GET"), { mostBytes: maxBytes });
    if (flooded) throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MiB`);
    const text = decodeUtf8(Buffer.concat(chunks));
    if (text === undefined) throw new Error("it is not text in UTF-8");
    return { url: url.href, text };
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}

/** Returns why no response came, as a clause. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer came within ${timeoutMs / 1000} seconds`;
  return connectionReason((error as NodeJS.ErrnoException).code) ?? oneLine(error.message);
}
