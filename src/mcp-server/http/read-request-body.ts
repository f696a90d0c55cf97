import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { withObjectArguments } from "../transport/read-messages.js";

/** The body of a request. */
export interface RequestBody {
  readonly chunks: readonly Buffer[];
  /** The value that it has as JSON, with objects as the arguments of calls; `undefined` if it isn't JSON in UTF-8. */
  readonly json: unknown;
  readonly isUtf8: boolean;
}

/**
 * Reads the body of a request. Returns `undefined` as soon as it is larger than a limit, in bytes. Rejects if the
 * connection closes before its end.
 */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<RequestBody | undefined> {
  if (Number(request.headers["content-length"]) > maxBytes) return undefined;
  const chunks = await chunksOf(request, maxBytes);
  if (chunks === undefined) return undefined;
  const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const json = withObjectArguments(parsed(bytes));
  return { chunks, json, isUtf8: json !== undefined || isUtf8(bytes) };
}

/** Reads by events: for each request, an iterator of a stream takes longer than the body. */
function chunksOf(request: IncomingMessage, maxBytes: number): Promise<readonly Buffer[] | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      // The connection stays open for the answer.
      request.off("data", take).pause();
      resolve(undefined);
    };
    request.on("data", take);
    request.once("end", () => resolve(chunks));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The connection was closed before the end of the request.")));
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    // A byte order mark is ignored. Ill-formed UTF-8 isn't replaced: a call would get another value than was sent.
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });
