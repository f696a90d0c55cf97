import type { Server } from "@modelcontextprotocol/server";
import { principalOf } from "../principal.js";
import type { ResourceSubscriptions } from "./resource-subscriptions.js";

/** Answers `resources/subscribe` and `resources/unsubscribe` of one connection of a revision up to 2025-11-25. */
export function serveSubscriptions(server: Server, subscriptions: ResourceSubscriptions): void {
  const stops = new Map<string, () => void>();
  const end = (uri: string) => {
    stops.get(uri)?.();
    stops.delete(uri);
  };
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }, { http }) => {
    if (!stops.has(uri))
      stops.set(uri, subscriptions.follow({ uri, principal: principalOf(http?.authInfo), onUpdated: () => sendUpdated(server, uri) }));
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    end(uri);
    return {};
  });
  const { onclose } = server;
  server.onclose = () => {
    for (const uri of [...stops.keys()]) end(uri);
    onclose?.();
  };
}

/** Tells a client that a resource has changed. One that has gone doesn't need to know. */
export function sendUpdated(server: Pick<Server, "notification">, uri: string): void {
  server.notification({ method: "notifications/resources/updated", params: { uri } }).catch(() => {});
}
