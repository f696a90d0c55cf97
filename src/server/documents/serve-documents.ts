import { ProtocolError, ProtocolErrorCode, type Server, type ServerCapabilities } from "@modelcontextprotocol/server";
import { askingClient, canElicit } from "../approval/asking-client.js";
import { assertWorkspace, type ClientRoots } from "../call/client-roots.js";
import { listPage } from "../lists/list-page.js";
import type { ServedLists } from "../lists/served-lists.js";
import { revisionOf } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import { callSignal, principalOf } from "../state/current-exchange.js";
import type { ServerState } from "../state/server-state.js";
import type { ServedPrompts, ServedResources, ServedToolSource } from "../tool-source.js";
import { completeArgument } from "./complete-argument.js";
import { listedFor } from "./document-scopes.js";
import { getPrompt } from "./get-prompt.js";
import { readOutput } from "./read-output.js";
import { readResource } from "./read-resource.js";
import type { ResourceSubscriptions } from "./resource-subscriptions.js";
import type { OfferedSkills } from "./serve-skills.js";
import { serveSubscriptions } from "./serve-subscriptions.js";

/** The capabilities of a server besides its tools: those for which the project has documents. */
export const documentCapabilities = (
  { prompts, resources }: ServedToolSource,
  { canSend, ...listChanged }: { readonly listChanged?: true; readonly canSend: boolean },
): ServerCapabilities => ({
  ...(prompts && { prompts: listChanged }),
  ...(resources && { resources: { ...listChanged, ...(canSend && resources.hasFiles && { subscribe: true }) } }),
  ...((prompts ?? resources) && { completions: {} }),
});

export interface DocumentServing {
  readonly options: ServerOptions;
  readonly state: ServerState;
  readonly lists: ServedLists;
  readonly era: "legacy" | "modern";
  readonly subscriptions: ResourceSubscriptions;
  /** True if the client can subscribe to single resources by a request, and unsubscribe by another. */
  readonly takesSubscriptions: boolean;
  /** The roots of the client, if requests work in them. */
  readonly roots?: ClientRoots | undefined;
  readonly skills: OfferedSkills | undefined;
}

/** Answers requests about the project's prompts and resources, if it has any. */
export function serveDocuments(server: Server, { prompts, resources }: ServedToolSource, serving: DocumentServing): void {
  if (prompts === undefined && resources === undefined) return;
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { options, state } = serving;
    return completeArgument({ ...(prompts && { prompts }), ...(resources && { resources }) }, params, {
      options,
      state,
      signal: callSignal(context.mcpReq.signal),
      principal: principalOf(context.http?.authInfo),
      assertWorkspace: () => assertWorkspace(server, serving),
    });
  });
  if (prompts !== undefined) servePrompts(server, { prompts, resources }, serving);
  if (resources !== undefined) serveResources(server, resources, serving);
}

function servePrompts(
  server: Server,
  { prompts, resources }: { readonly prompts: ServedPrompts; readonly resources: ServedResources | undefined },
  serving: DocumentServing,
): void {
  const { options, state, lists, era } = serving;
  const { pageSize } = options;
  server.setRequestHandler("prompts/list", ({ params }, { http }) => {
    const listed = listedFor(lists.prompts(), prompts.scopes, http?.authInfo);
    const { page, next } = listPage(listed, { list: "prompts", params, pageSize });
    return { prompts: page, ...next };
  });
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    await assertWorkspace(server, serving);
    const found = prompts.find(params.name);
    if (!found.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.message);
    const signal = callSignal(context.mcpReq.signal);
    const request = {
      args: params.arguments ?? {},
      signal,
      authInfo: context.http?.authInfo,
      revision: revisionOf(server.getNegotiatedProtocolVersion()),
      asking: canElicit(context, { server, era })
        ? async () => (await askingClient(context, { server, era, options, state, signal })).askForParameters
        : undefined,
    };
    return getPrompt(found, request, { options, state, resources });
  });
}

function serveResources(server: Server, resources: ServedResources, serving: DocumentServing): void {
  const { options, state, lists, subscriptions, takesSubscriptions, roots, skills } = serving;
  const { pageSize } = options;
  if (takesSubscriptions && resources.hasFiles) serveSubscriptions(server, subscriptions, roots);
  server.setRequestHandler("resources/list", ({ params }, { http }) => {
    const listed = listedFor(lists.resources(), resources.scopes, http?.authInfo);
    const all = skills === undefined ? listed : [...listed, ...skills.resources()];
    const { page, next } = listPage(all, { list: "resources", params, pageSize });
    return { resources: page, ...next };
  });
  server.setRequestHandler("resources/templates/list", ({ params }, { http }) => {
    const listed = listedFor(lists.resourceTemplates(), resources.scopes, http?.authInfo);
    const { page, next } = listPage(listed, { list: "resourceTemplates", params, pageSize });
    return { resourceTemplates: page, ...next };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    await assertWorkspace(server, serving);
    const request = { uri, signal: callSignal(context.mcpReq.signal), principal: principalOf(context.http?.authInfo) };
    return (await readOutput(state, uri, context)) ?? skills?.readUri(uri) ?? readResource(resources, request, { options, state });
  });
}
