import { connectionReason } from "../../runtime/process/http/connection-reason.js";
import { oneLine } from "../../runtime/text/one-line.js";
import { decodeUtf8 } from "../project/read-utf8.js";

interface FetchLimits {
  readonly maxBytes: number;
  /** The origin that redirects must not leave. */
  readonly origin?: string;
}

const maxRedirects = 5;
const timeoutMs = 30_000;
const headers = { accept: "application/json, application/yaml, */*;q=0.5" };

/** Returns the text at an address, and the address after redirects. Rejects with an `Error` for any other answer. */
export async function fetchText(
  given: string,
  { maxBytes, origin }: FetchLimits,
): Promise<{ readonly url: string; readonly text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(given);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await fetch(url, { redirect: "manual", signal, headers }).catch((error: unknown) => {
      throw new Error(failureReason(error));
    });
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.protocol !== url.protocol && next.protocol !== "https:") throw new Error("it redirects to another protocol");
      if (origin !== undefined && next.origin !== origin) throw new Error(`it redirects to ${next.origin}`);
      url = next;
      continue;
    }
    if (!response.ok) throw new Error(`the server answers with status ${response.status}`);
    return { url: url.href, text: await limitedText(response, maxBytes) };
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}

/** Returns why no response came, as a clause. The message of `fetch` itself says only that it failed. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer came within ${timeoutMs / 1000} seconds`;
  const { code, message } = (error.cause instanceof Error ? error.cause : error) as NodeJS.ErrnoException;
  return connectionReason(code) ?? oneLine(message);
}

async function limitedText({ body }: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MiB`);
    parts.push(part);
  }
  const text = decodeUtf8(Buffer.concat(parts));
  if (text === undefined) throw new Error("it is not text in UTF-8");
  return text;
}
