import type { CallContext } from "../../contract/call.js";
import { maxStreamBytes, type RunOutcome } from "../../contract/call-result.js";
import type { PreparedRequest } from "../../contract/request.js";
import { openCallResources } from "../command/call-resources.late.js";
import { inUtf8 } from "../http-connections.js";
import { canUpdateOutput, liveOutput } from "../live-output.js";
import { redactOutcome } from "../output.late.js";
import type { PreparedToRun } from "../prepare-call.js";
import { atMost } from "../process/marked-output.js";
import { type Exchange, type ExchangeOptions, exchange, RequestError, TimeLimitError } from "./exchange.js";

export interface SendCallOptions extends CallContext, Pick<SendOptions, "resolve"> {
  readonly signal: AbortSignal;
  readonly updateOutput?: (output: string) => void;
}

/**
 * Sends the request of a prepared call. This module is loaded only for a tool with `http`, because the HTTP client is
 * larger than all other code.
 */
export async function sendCall(
  { call, tool: { definition } }: PreparedToRun,
  { signal, updateOutput, resolve, env }: SendCallOptions,
): Promise<RunOutcome> {
  if (call.request === undefined) throw new Error(`'${definition.name}' makes no request`);
  const { secrets = [] } = call;
  const live =
    updateOutput && canUpdateOutput(definition) ? liveOutput(updateOutput, { mostBytes: definition.output.maxBytes, secrets }) : undefined;
  const options = { timeoutMs: definition.timeoutMs, signal, env, ...(resolve && { resolve }), ...(live && { onOutput: live.add }) };
  const resources = openCallResources(call, env);
  try {
    return redactOutcome(resources.problem ?? (await send(call.request, options).finally(live?.end)), secrets);
  } finally {
    resources.remove();
  }
}

interface SendOptions extends Pick<ExchangeOptions, "timeoutMs" | "signal" | "env"> {
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
