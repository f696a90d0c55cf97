import type { IncomingMessage } from "node:http";

/** The body of a request. */
export interface RequestBody {
  readonly chunks: readonly Buffer[];
  /** The value that it has as JSON; `undefined` if it isn't JSON. */
  readonly json: unknown;
}

/**
 * Reads the body of a request. Returns `undefined` as soon as it is larger than a limit, in bytes. Rejects if the
 * connection closes before its end.
 */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<RequestBody | undefined> {
  if (Number(request.headers["content-length"]) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The connection stays open for the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return { chunks, json: parsed(chunks) };
}

function parsed(chunks: readonly Buffer[]): unknown {
  try {
    // As web requests are read: ill-formed UTF-8 is replaced, and a byte order mark is ignored.
    return JSON.parse(decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder();
