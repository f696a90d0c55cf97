import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { contextOf } from "../../../tool/tool-environment.js";
import { deniedAccess } from "../login/denied-access.js";
import { LoginRequired } from "../login/login-required.js";
import type { ConnectOptions } from "./connect-options.js";
import { hasOwnToken, type Wire } from "./connection-attempts.js";

/** The SDK takes a login that is required at the probe for a failure of the network. */
export const causeOf = (error: unknown) => (error instanceof SdkError && error.cause instanceof LoginRequired ? error.cause : error);

/** A failure of a server, in words for people. */
export class ConnectionFailure extends Error {}

export const isTimeout = (error: unknown) => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

/** The protocol's answer to a session that a server has ended, or lost when it was restarted. */
export const isForgotten = (error: unknown, transport: Wire) =>
  error instanceof SdkHttpError &&
  error.status === 404 &&
  transport instanceof StreamableHTTPClientTransport &&
  transport.sessionId !== undefined;

export const late = (timeoutMs: number, { diagnosis = "" }: Wire) =>
  new ConnectionFailure(`It did not answer within ${timeoutMs / 1000} s. ${diagnosis}`.trim());

/** The failure, or the login that it asks for. */
export async function connectionFailure(
  cause: unknown,
  transport: Wire,
  { settings, environment }: ConnectOptions,
): Promise<ConnectionFailure> {
  const { env } = contextOf(environment);
  const url = settings.httpUrl ?? settings.url ?? "";
  const subject = { url, oauth: settings.oauth, env, hasOwnToken: hasOwnToken(settings) };
  const denied = settings.command === undefined ? await deniedAccess(cause, subject) : undefined;
  return denied === undefined ? failure(cause, transport) : new ConnectionFailure(denied, { cause });
}

/** Describes the failure by the most precise source. */
function failure(cause: unknown, { diagnosis = "" }: Wire): ConnectionFailure {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof ProtocolError) return new ConnectionFailure(`It answered with an error: ${message}`, { cause });
  if (cause instanceof SdkHttpError)
    return new ConnectionFailure(`It answered with the HTTP status ${cause.status}: ${message}`, { cause });
  if (diagnosis !== "") return new ConnectionFailure(diagnosis, { cause });
  // `fetch` hides the system's message.
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : undefined;
  return new ConnectionFailure(reason === undefined ? message : `${message}: ${reason}`, { cause });
}
