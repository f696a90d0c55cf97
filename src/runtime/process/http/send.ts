import type { PreparedRequest } from "../../contract/http-request.js";
import { maxStreamBytes, type RunOutcome } from "../../contract/run-outcome.js";
import { atMost } from "../capture.js";
import { type Exchange, type ExchangeOptions, exchange, RequestError, TimeLimitError } from "./exchange.js";
import { inUtf8 } from "./response-body.js";

export interface SendOptions extends Pick<ExchangeOptions, "timeoutMs" | "signal" | "env"> {
  readonly onOutput?: (bytes: Uint8Array) => void;
  /** The limit of a response; by default `maxStreamBytes`. */
  readonly mostBytes?: number;
  readonly resolve?: ExchangeOptions["resolve"];
}

/** A repeated header is a list, which HTTP also writes with commas. */
const joinedHeaders = (headers: Exchange["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(", ")]])));

/**
 * Reports an exchange as a program's run: the status as its exit code, the body as its standard output. Rejects with
 * the signal's reason when aborted.
 */
export async function send(request: PreparedRequest, options: SendOptions): Promise<RunOutcome> {
  const { timeoutMs, mostBytes = maxStreamBytes } = options;
  const chunks: Uint8Array[] = [];
  const streams = () => ({ stdout: atMost(Buffer.concat(chunks), mostBytes), stderr: Buffer.alloc(0) });
  try {
    const { status, headers, flooded } = await exchange(request, { ...options, mostBytes, chunks });
    if (flooded) return { kind: "flooded", ...streams() };
    const { stdout, stderr } = streams();
    return { kind: "exited", code: status, stdout: inUtf8(stdout, { headers }), stderr, headers: joinedHeaders(headers) };
  } catch (error) {
    if (error instanceof TimeLimitError) return { kind: "timedOut", timeoutMs, ...streams() };
    if (error instanceof RequestError) return { kind: "unstartable", message: error.message };
    throw error;
  }
}
