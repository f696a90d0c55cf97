import { createHash } from "node:crypto";
import { Server } from "@modelcontextprotocol/server";
import type { NamedCall } from "../../call/tool-index.js";
import type { ClientRoots } from "../call/client-roots.js";
import { DirectCalls } from "../call/direct-calls.js";
import { serveTasks } from "../call/serve-tasks.js";
import { callHandler } from "../call/serve-tool-calls.js";
import { serveReadOnly } from "../documents/read-output.js";
import type { ResourceSubscriptions } from "../documents/resource-subscriptions.js";
import { documentCapabilities, serveDocuments } from "../documents/serve-documents.js";
import { offeredSkills, serveSkills } from "../documents/serve-skills.js";
import { followChanges, type ListChanges } from "../lists/list-changes.js";
import { listPage } from "../lists/list-page.js";
import { foundOnce, type OfferedTools, offeredTools } from "../lists/offered-tools.js";
import { searchedTools } from "../lists/searched-tools.js";
import { digestOf, type ServedLists } from "../lists/served-lists.js";
import type { ServerOptions } from "../server-options.js";
import { correctErrors } from "../state/errors.js";
import { clientOf, schemaFormFor } from "../state/known-clients.js";
import type { ServerState } from "../state/server-state.js";
import { observeRequests } from "../telemetry/observe-requests.js";
import { requestLog } from "../telemetry/request-log.js";
import type { ToolSelection } from "../tool-selection.js";
import type { ServedToolSource } from "../tool-source.js";

/**
 * Revisions up to 2025-11-25, in which a server sends requests too; or from 2026-07-28 on, in which a question is the
 * response to a call, which is then sent again.
 */
export type Era = "legacy" | "modern";

export interface ServedProcess {
  readonly options: ServerOptions;
  readonly state: ServerState;
  readonly lists: ServedLists;
  readonly changes: ListChanges;
  readonly subscriptions: ResourceSubscriptions;
  /** The roots of the client, if its calls work in them. */
  readonly roots?: ClientRoots | undefined;
}

/** The connection that one server object serves, or the request over HTTP. */
export interface ServedConnection {
  readonly era: Era;
  /** True if the server can send messages by itself: over standard input and output, and in a session. */
  readonly isLasting?: boolean;
  /** Which tools the client asked to be offered. */
  readonly selections?: readonly ToolSelection[];
  /** The method of the one request that is served, if it is known. */
  readonly method?: string;
}

/** A server for one connection of one client, and its usual calls. */
export function createServer(source: ServedToolSource, served: ServedProcess, connection: ServedConnection) {
  const server = new Server(serverIdentity(source), serverInstructions(source));
  const { calls } = addTools(server, source, served, connection);
  return { server, calls };
}

/** The name and version that a server gives to clients. */
export const serverIdentity = (source: ServedToolSource) => ({
  name: source.server.name,
  version: source.server.version ?? serverVersion(source),
});

/** The part of the SDK's options that tells clients about the tools together. */
export const serverInstructions = ({ server: { instructions } }: ServedToolSource) => (instructions === undefined ? {} : { instructions });

/**
 * Adds the tools and documents to a server, which serves one connection or one request. Calls run concurrently, up to
 * the process's limits; a cancelled one ends its process group. Returns the tools that the client is offered, and what
 * answers its usual calls.
 */
export function addTools(
  server: Server,
  source: ServedToolSource,
  served: ServedProcess,
  { era, isLasting = false, selections = [], method }: ServedConnection,
): { readonly offered: OfferedTools; readonly calls: DirectCalls } {
  const { options, state, lists, changes, subscriptions, roots } = served;
  const all = offeredTools(source, lists, options.select === undefined ? selections : [options.select, ...selections]);
  const selected = isLasting ? all : foundOnce(all);
  const offered = options.search === true ? searchedTools(selected, source, lists) : selected;
  const canSend = isLasting || era === "modern";
  const listChanged = source.watch !== undefined && canSend ? ({ listChanged: true } as const) : {};
  server.registerCapabilities({ tools: listChanged, ...documentCapabilities(source, { ...listChanged, canSend }) });
  if (isLasting) followChanges(server, changes, era);
  correctErrors(server, era);
  if (era === "legacy") roots?.follow(server);
  const { prompts } = source;
  const observe = observeRequests(
    server,
    { telemetry: state.telemetry, log: requestLog(options) },
    {
      "tools/call": (call) => nameIfFound(offered.requested(call), offered.find),
      "prompts/get": prompts && ((call) => nameIfFound(call, prompts.find)),
    },
  );
  const handler = callHandler(server, { source, served, offered, era });
  const calls = new DirectCalls(server, observe("tools/call", handler));
  server.setRequestHandler("tools/call", handler);
  // A call needs no handlers of other requests, and a server is made for each.
  if (method === "tools/call") return { offered, calls };
  const takesSubscriptions = isLasting && era === "legacy";
  const skills = offeredSkills(source, all);
  if (skills !== undefined) serveSkills(server, skills, { era, pageSize: options.pageSize });
  serveDocuments(server, source, { options, state, lists, era, subscriptions, takesSubscriptions, roots, skills });
  if ((state.outputs ?? skills) !== undefined && source.resources === undefined)
    serveReadOnly(server, state, { skills, pageSize: options.pageSize });
  if (era === "modern" && Object.keys(source.groups().companions).length > 0) serveTasks(server, { source, options, state });
  server.setRequestHandler("tools/list", ({ params }, { mcpReq }) => {
    const form = schemaFormFor(clientOf(server, { envelope: mcpReq.envelope, era }));
    const { page, next } = listPage(offered.list(form), { list: "tools", params, pageSize: options.pageSize });
    return { tools: page, ...next };
  });
  return { offered, calls };
}

const nameIfFound = ({ name }: NamedCall, find: (name: string) => { readonly ok: boolean }) => (find(name).ok ? name : undefined);

/**
 * A version that changes with the tools, prompts and resources, for clients that cache a server's data by its version.
 * It is computed when a client connects: in a generated file, two branches that add a tool each would conflict in it.
 */
export function serverVersion({ list, prompts, resources }: Pick<ServedToolSource, "list" | "prompts" | "resources">): string {
  try {
    const tools = [list("canonical"), list("open")];
    const documents = [prompts?.list(), resources?.list(), resources?.listTemplates()];
    const digest = createHash("sha256");
    for (const bytes of [...tools, ...documents]) if (bytes !== undefined) digest.update(digestOf(bytes));
    return `1.0.0+${digest.digest("hex").slice(0, 12)}`;
  } catch {
    // The client that requests the list gets the error for an unreadable one.
    return "1.0.0";
  }
}
