import type { IncomingMessage } from "node:http";

/** Arguments of a model are no longer than this. */
const mostBytes = 4_000_000;

/** A request's body as JSON, or the status of the refusal. */
export type ReadBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly status: 400 | 413 };

/** Reads the body of a request, and no more of it than may be. */
export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return { ok: false, status: 413 };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return { ok: false, status: 413 };
    chunks.push(chunk);
  }
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString("utf8")) };
  } catch {
    return { ok: false, status: 400 };
  }
}
