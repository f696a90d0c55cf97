import {
  Client,
  type JSONRPCMessage,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { doneWithin, longestTimer, unlessAborted } from "../contract/time-limit.js";
import { limitedFetch } from "./auth-fetch.js";
import { storedAuthorization } from "./login/client-authorization.js";
import { deniedAccess, LoginRequired } from "./login/login-required.js";
import { ClientTransport, serverProgram } from "./mcp/client-transport.js";
import { clientVersion } from "./mcp/client-version.js";
import { type AskForServer, AskingCalls, answerElicitation, elicitationCapability } from "./mcp/elicitation.js";
import { ForgottenSessionError, type McpConnection, type McpRequest, type McpServerSettings } from "./mcp-connection.js";
import { contextOf, type ToolEnvironment } from "./tool/tool-invocation.js";

/**
 * Connects to a server. Rejects with the known reasons of a failure, for people, and with the signal's reason when
 * aborted.
 */
export async function connect(options: ConnectOptions): Promise<McpConnection> {
  options.signal.throwIfAborted();
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  let problem: ConnectionFailure | undefined;
  for (const attempt of connectionAttempts(options)) {
    if (problem !== undefined && !attempt.helps(problem.cause)) continue;
    const transport = attempt.transport();
    try {
      return await openConnection(transport, attempt, { ...options, signal });
    } catch (error) {
      options.onClosing(() => transport.close());
      options.signal.throwIfAborted();
      if (limit.aborted) throw late(options.timeoutMs, transport);
      problem = await connectionFailure(causeOf(error), transport, options);
    }
  }
  throw problem ?? new Error("It can't be connected to.");
}

export interface ConnectOptions {
  readonly settings: McpServerSettings;
  readonly environment: ToolEnvironment;
  readonly signal: AbortSignal;
  /** The limit for the whole connection. */
  readonly timeoutMs: number;
  readonly onToolsChanged: () => void;
  /** Asks the user what the server wants to know. Without it, the server learns that it can't ask. */
  readonly ask?: AskForServer | undefined;
  /** Receives the function that ends a server which could not be connected to. The caller needn't wait for it. */
  readonly onClosing: (close: () => Promise<void>) => void;
}

/** A transport of the SDK's, or toolgen's own. */
type Wire = Transport & { readonly diagnosis?: string };

interface ConnectionAttempt {
  readonly transport: () => Wire;
  /** `auto` asks for the revision of 2026 first (`server/discover`) and knows the older ones too. */
  readonly mode: "legacy" | "auto";
  /** Returns true if a retry can succeed after this failure. */
  readonly helps: (cause: unknown) => boolean;
}

/** The possible transports of a server, the likeliest first. */
function connectionAttempts({ settings, environment }: ConnectOptions): readonly ConnectionAttempt[] {
  const { command } = settings;
  if (command !== undefined) {
    const transport = () => new ClientTransport<JSONRPCMessage>(serverProgram(command, { settings, environment }));
    // Programs of older revisions may end at a request before `initialize`, or never answer it.
    return [
      { transport, mode: "legacy", helps: () => false },
      { transport, mode: "auto", helps: (cause) => cause instanceof ProtocolError },
    ];
  }
  const url = new URL(settings.httpUrl ?? settings.url ?? "");
  const connectionOptions = {
    requestInit: { headers: { ...settings.headers } },
    fetch: limitedFetch,
    // A configured token is used as it is.
    ...(!hasOwnToken(settings) && { authProvider: storedAuthorization({ url, oauth: settings.oauth }, contextOf(environment).env) }),
  };
  const events: ConnectionAttempt = {
    transport: () => new SSEClientTransport(url, connectionOptions),
    mode: "legacy",
    helps: (cause) => cause instanceof SdkHttpError && cause.status >= 400 && cause.status < 500 && cause.status !== 401,
  };
  if (settings.httpUrl === undefined && settings.type === "sse") return [events];
  const transport = () => new StreamableHTTPClientTransport(url, connectionOptions);
  // Older servers refuse `server/discover` with a status or an error, and `auto` goes on with `initialize`.
  const http: readonly ConnectionAttempt[] = [
    { transport, mode: "auto", helps: () => false },
    { transport, mode: "legacy", helps: failsAtProbe },
  ];
  return settings.httpUrl !== undefined || settings.type === "http" ? http : [...http, events];
}

const hasOwnToken = ({ headers = {} }: McpServerSettings) => Object.keys(headers).some((name) => /^authorization$/i.test(name));

/** Returns true if a server doesn't know `server/discover`. Gateways refuse methods that they don't know with 403. */
const failsAtProbe = (cause: unknown) =>
  cause instanceof SdkError &&
  ([SdkErrorCode.EraNegotiationFailed, SdkErrorCode.RequestTimeout].includes(cause.code as SdkErrorCode) ||
    (cause instanceof SdkHttpError && cause.status === 403));

/** The most time that a server may take to answer `server/discover`. In milliseconds. */
const mostProbeMs = 10_000;

/** Initializes a connection by one transport. Rejects with the SDK's error if that fails. */
async function openConnection(transport: Wire, { mode }: ConnectionAttempt, options: ConnectOptions): Promise<McpConnection> {
  const { signal, timeoutMs, onToolsChanged, ask } = options;
  const versionNegotiation = { mode, probe: { timeoutMs: Math.min(mostProbeMs, timeoutMs / 2) } };
  const capabilities = ask === undefined ? {} : elicitationCapability;
  const client = new Client({ name: "toolgen", version: clientVersion() }, { capabilities, versionNegotiation });
  const calls = ask && new AskingCalls();
  if (ask !== undefined && calls !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
      answerElicitation(params, { calls, ask, signal: mcpReq.signal }),
    );
  // Not all transports listen to the signal before they are connected.
  await unlessAborted(client.connect(transport, { timeout: timeoutMs, signal }), signal);
  client.setNotificationHandler("notifications/tools/list_changed", onToolsChanged);
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  return {
    closed,
    hasParameterHeaders: transport instanceof StreamableHTTPClientTransport && client.getProtocolEra() === "modern",
    hasTools: client.getServerCapabilities()?.tools !== undefined,
    diagnosis: () => transport.diagnosis ?? "",
    request: async (request) => {
      const { signal, timeoutMs } = request;
      const send = (limits: Pick<McpRequest, "signal" | "timeoutMs">) =>
        client.request({ method: request.method, params: request.params }, anything, requestOptions({ ...request, ...limits }));
      try {
        if (calls === undefined || request.method !== "tools/call") return await send({ signal, timeoutMs });
        const late = new SdkError(SdkErrorCode.RequestTimeout, "late");
        return await calls.run({ signal, timeoutMs, late }, (within) => send({ signal: within, timeoutMs: longestTimer }));
      } catch (error) {
        signal.throwIfAborted();
        if (isForgotten(error, transport)) throw new ForgottenSessionError("It has forgotten the session.", { cause: error });
        throw isTimeout(error) ? late(timeoutMs, transport) : await connectionFailure(error, transport, options);
      }
    },
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransport)
        await doneWithin(
          endOfSessionMs,
          transport.terminateSession().catch(() => {}),
        );
      await client.close();
    },
  };
}

/** How long the end of a session may take, which a server may not know. In milliseconds. */
const endOfSessionMs = 1000;

function requestOptions({ signal, timeoutMs, headers, onProgress }: McpRequest) {
  return { signal, timeout: Math.min(timeoutMs, longestTimer), ...(headers && { headers }), ...(onProgress && { onprogress: onProgress }) };
}

/** The callers narrow results, because the SDK's own schemas refuse a whole list of tools for a flaw in one. */
const anything = {
  "~standard": { version: 1, vendor: "toolgen", validate: (value: unknown) => ({ value }) },
} as const;

/** The SDK takes a login that is required at the probe for a failure of the network. */
const causeOf = (error: unknown) => (error instanceof SdkError && error.cause instanceof LoginRequired ? error.cause : error);

/** A failure of a server, in words for people. */
class ConnectionFailure extends Error {}

const isTimeout = (error: unknown) => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

/** The protocol's answer to a session that a server has ended, or lost when it was restarted. */
const isForgotten = (error: unknown, transport: Wire) =>
  error instanceof SdkHttpError &&
  error.status === 404 &&
  transport instanceof StreamableHTTPClientTransport &&
  transport.sessionId !== undefined;

const late = (timeoutMs: number, { diagnosis = "" }: Wire) =>
  new ConnectionFailure(`It did not answer within ${timeoutMs / 1000} s. ${diagnosis}`.trim());

/** The failure, or the login that it asks for. */
async function connectionFailure(cause: unknown, transport: Wire, { settings, environment }: ConnectOptions): Promise<ConnectionFailure> {
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
