import type { Server, ServerEvent } from "@modelcontextprotocol/server";
import type { ListChanges } from "./list-changes.js";

const methods = {
  tools_list_changed: "notifications/tools/list_changed",
  prompts_list_changed: "notifications/prompts/list_changed",
  resources_list_changed: "notifications/resources/list_changed",
} as const;

/**
 * Sends a connection's client what changes, until it closes. A client of a revision up to 2025-11-25 gets everything
 * once it is initialized; one of 2026-07-28, on standard input and output, what it subscribed to, which the SDK sorts
 * out.
 */
export function followChanges(server: Server, changes: ListChanges, era: "legacy" | "modern"): void {
  const send = (event: ServerEvent) => {
    const capabilities = server.getCapabilities();
    if (event.kind === "resource_updated" || capabilities[listOf(event)]?.listChanged !== true) return;
    // A client that has gone doesn't need to know.
    server.notification({ method: methods[event.kind] }).catch(() => {});
  };
  let stop = () => {};
  const begin = () => {
    stop();
    stop = changes.subscribe(send);
  };
  if (era === "modern") begin();
  else server.oninitialized = begin;
  const { onclose } = server;
  server.onclose = () => {
    stop();
    onclose?.();
  };
}

type ListEvent = Exclude<ServerEvent["kind"], "resource_updated">;

const listNames = { tools_list_changed: "tools", prompts_list_changed: "prompts", resources_list_changed: "resources" } as const;
const listOf = ({ kind }: { readonly kind: ListEvent }) => listNames[kind];
