import { createMcpHandler, isLegacyRequest, type McpHttpHandler, type ServerEvent } from "@modelcontextprotocol/server";
import type { ListChanges } from "../lists/list-changes.js";
import type { ResourceSubscriptions } from "../subscriptions/resource-subscriptions.js";
import type { EndpointServers } from "./endpoint-servers.js";
import { ListenRequests, maxListening } from "./listen-requests.js";
import { Sessions } from "./sessions.js";

/** The part of an endpoint that the SDK answers. */
export interface SdkEndpoint {
  readonly fetch: McpHttpHandler["fetch"];
  /** Undefined without sessions. */
  readonly sessions: Sessions | undefined;
  close(): Promise<void>;
}

interface SdkEndpointOptions {
  readonly hasSessions: boolean;
  readonly maxRequestBodySize: number;
  readonly changes: ListChanges;
  readonly subscriptions: ResourceSubscriptions;
  onerror(error: Error): void;
  /** Counts a session when it ends. */
  countSession(seconds: number): void;
}

export function sdkEndpoint(servers: EndpointServers, options: SdkEndpointOptions): SdkEndpoint {
  const { hasSessions, maxRequestBodySize, changes, subscriptions, onerror, countSession } = options;
  const listening = new ListenRequests(subscriptions);
  const subscribe = (listener: (event: ServerEvent) => void) => {
    const stops = [changes.listen(listener), listening.listen(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const handler = createMcpHandler(servers.ofRequest, {
    legacy: hasSessions ? "reject" : "stateless",
    maxRequestBodySize,
    onerror,
    bus: { publish: (event) => changes.publish(event), subscribe },
    maxSubscriptions: maxListening.ofAll,
  });
  const sessions = hasSessions
    ? new Sessions((requestInfo) => servers.ofRequest({ era: "legacy", requestInfo, isLasting: true }), {
        maxBytes: maxRequestBodySize,
        onEnd: countSession,
      })
    : undefined;
  return {
    sessions,
    fetch: async (request, given) =>
      sessions !== undefined && (await isLegacyRequest(request, given?.parsedBody, { maxRequestBodySize }))
        ? sessions.fetch(request, given)
        : listening.answer(request, given, handler.fetch),
    close: async () => {
      await handler.close();
      await sessions?.close();
    },
  };
}
