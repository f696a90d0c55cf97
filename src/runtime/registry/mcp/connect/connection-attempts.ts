import {
  type JSONRPCMessage,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { contextOf } from "../../../tool/tool-environment.js";
import { ClientTransport } from "../client-transport.js";
import { limitedFetch } from "../limited-fetch.js";
import { storedAuthorization } from "../login/stored-authorization.js";
import type { McpServerSettings } from "../mcp-server-settings.js";
import { serverProgram } from "../server-program.js";
import type { ConnectOptions } from "./connect-options.js";

/** A transport of the SDK's, or toolgen's own. */
export type Wire = Transport & { readonly diagnosis?: string };

export interface ConnectionAttempt {
  readonly transport: () => Wire;
  /** `auto` asks for the revision of 2026 first (`server/discover`) and knows the older ones too. */
  readonly mode: "legacy" | "auto";
  /** Returns true if a retry can succeed after this failure. */
  readonly helps: (cause: unknown) => boolean;
}

/** The possible transports of a server, the likeliest first. */
export function connectionAttempts({ settings, environment }: ConnectOptions): readonly ConnectionAttempt[] {
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

export const hasOwnToken = ({ headers = {} }: McpServerSettings) => Object.keys(headers).some((name) => /^authorization$/i.test(name));

/** Returns true if a server doesn't know `server/discover`. Gateways refuse methods that they don't know with 403. */
const failsAtProbe = (cause: unknown) =>
  cause instanceof SdkError &&
  ([SdkErrorCode.EraNegotiationFailed, SdkErrorCode.RequestTimeout].includes(cause.code as SdkErrorCode) ||
    (cause instanceof SdkHttpError && cause.status === 403));
