import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { isJsonObject } from "../runtime/json/json-value.js";
import type { NamedCall } from "../runtime/lookup/requested-call.js";
import { recordRefusal } from "../runtime/telemetry/audit/record-refusal.js";
import { askLater, askNow } from "./approval/ask-client.js";
import { callSignal } from "./call/call-signal.js";
import { executeToolCall } from "./call/execute-tool-call.js";
import { principalOf } from "./call/principal.js";
import { type ProgressParams, reportProgress } from "./call/report-progress.js";
import { documentCapabilities, serveDocuments } from "./documents/serve-documents.js";
import { followChanges } from "./lists/follow-changes.js";
import type { ListChanges } from "./lists/list-changes.js";
import { type OfferedTools, offeredTools } from "./lists/offered-tools.js";
import { schemaFormFor } from "./lists/schema-form-for.js";
import type { ServedLists } from "./lists/served-lists.js";
import type { ToolSelection } from "./lists/tool-selection.js";
import { serveOutputs } from "./outputs/read-output.js";
import { storeCallOutputs } from "./outputs/store-call-outputs.js";
import { assertNoCursor } from "./protocol/assert-no-cursor.js";
import { type ProtocolResult, protocolFailure } from "./protocol/protocol-result.js";
import { resultForRevision, revisionOf } from "./protocol/result-for-revision.js";
import type { ClientRoots } from "./roots/client-roots.js";
import { refuseWithoutWorkspace } from "./roots/refuse-without-workspace.js";
import { searchedTools } from "./search/searched-tools.js";
import type { ServerOptions } from "./serve-tools.js";
import { longestAnswerMs, type ServerState } from "./server-state.js";
import { serverVersion } from "./server-version.js";
import type { ResourceSubscriptions } from "./subscriptions/resource-subscriptions.js";
import { hasTasks, serveTasks, taskOfCall } from "./tasks/serve-tasks.js";
import { observeRequests } from "./telemetry/observe-requests.js";
import type { ServedToolSource } from "./tool-source.js";

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
}

/** A server for one connection of one client. */
export function createServer(source: ServedToolSource, served: ServedProcess, connection: ServedConnection): Server {
  const server = new Server(serverIdentity(source), serverInstructions(source));
  addTools(server, source, served, connection);
  return server;
}

/** The name and version that a server gives to clients. */
export const serverIdentity = (source: ServedToolSource) => ({ name: source.server.name, version: serverVersion(source) });

/** The part of the SDK's options that tells clients about the tools together. */
export const serverInstructions = ({ server: { instructions } }: ServedToolSource) => (instructions === undefined ? {} : { instructions });

/**
 * Adds the tools and documents to a server, which serves one connection or one request. Calls run concurrently, up to
 * the process's limits; a cancelled one ends its process group. Returns the tools that the client is offered.
 */
export function addTools(
  server: Server,
  source: ServedToolSource,
  served: ServedProcess,
  { era, isLasting = false, selections = [] }: ServedConnection,
): OfferedTools {
  const { options, state, lists, changes, subscriptions, roots } = served;
  const selected = offeredTools(source, lists, options.select === undefined ? selections : [options.select, ...selections]);
  const offered = options.search === true ? searchedTools(selected, source, lists) : selected;
  const canSend = isLasting || era === "modern";
  const listChanged = source.watch !== undefined && canSend ? ({ listChanged: true } as const) : {};
  server.registerCapabilities({ tools: listChanged, ...documentCapabilities(source, { ...listChanged, canSend }) });
  if (isLasting) followChanges(server, changes, era);
  if (era === "legacy") roots?.follow(server);
  const { prompts } = source;
  observeRequests(server, state.telemetry, {
    "tools/call": (call) => nameIfFound(offered.requested(call), offered.find),
    "prompts/get": prompts && ((call) => nameIfFound(call, prompts.find)),
  });
  const takesSubscriptions = isLasting && era === "legacy";
  serveDocuments(server, source, { options, state, lists, era, subscriptions, takesSubscriptions, roots });
  if (state.outputs !== undefined && source.resources === undefined) serveOutputs(server, state, era);
  if (era === "modern" && Object.keys(source.groups().companions).length > 0) serveTasks(server, { source, options, state });
  const { answerMs = longestAnswerMs } = options;
  server.setRequestHandler("tools/list", ({ params }, { mcpReq }) => {
    assertNoCursor(params);
    const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
    const client = era === "modern" ? envelope[CLIENT_INFO_META_KEY] : server.getClientVersion();
    return { tools: offered.list(schemaFormFor(client)) };
  });
  server.setRequestHandler("tools/call", async ({ params: sent }, context): Promise<ProtocolResult | InputRequiredResult> => {
    const { mcpReq } = context;
    const answered = await offered.answer?.(sent);
    if (answered !== undefined) return answered;
    const params = offered.requested(sent);
    const principal = principalOf(context.http?.authInfo);
    const found = offered.find(params.name);
    const { env } = options;
    if (!found.ok) {
      const refused = { tool: params.name, via: "mcp", env, why: "unknownTool", input: params.arguments ?? {} } as const;
      const unwritten = recordRefusal({ ...refused, ...(principal !== "" && { principal }), ...source.audited?.() });
      const message = unwritten === undefined ? found.message : `${found.message}\n${unwritten}`;
      // The tool that the client called exists.
      if (params !== sent) return protocolFailure(message);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const rootProblem = await roots?.problem(server, era);
    if (rootProblem !== undefined) return refuseWithoutWorkspace(found, rootProblem, { args: params.arguments ?? {}, env });
    const signal = callSignal(mcpReq.signal);
    const token = mcpReq._meta?.progressToken;
    const notify = (progress: ProgressParams) => {
      // A client that has disconnected or cancelled doesn't need the response.
      if (!signal.aborted) mcpReq.notify({ method: "notifications/progress", params: { ...progress } }).catch(() => {});
    };
    const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
    const capabilities = era === "modern" ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
    const client = {
      canElicit: hasForms(capabilities),
      asksItself: options.clientAsks === true,
      approvals: state.approvalsOf(principal),
    };
    const outputs = state.outputs && storeCallOutputs(state.outputs, principal);
    const call = {
      found,
      args: params.arguments ?? {},
      signal,
      client,
      principal,
      slot: state.limit.slot(principal),
      isRepeated: era === "modern" && mcpReq.requestState() !== undefined,
      ...(era === "modern" ? await askLater(context, state.questions) : askNow({ send: mcpReq.send, signal }, answerMs)),
      ...(outputs && { keepFull: outputs.keepFull }),
      ...(token !== undefined && { updateOutput: reportProgress(token, notify) }),
    };
    try {
      const result = await state.calls.run(() => executeToolCall<InputRequiredResult>(call, options));
      await outputs?.share();
      if (hasTasks(context) && "content" in result && result.isError !== true) {
        const task = await taskOfCall(found, { options, state, principal });
        // The SDK sends it, but its types of results don't have it.
        if (task !== undefined) return task as unknown as InputRequiredResult;
      }
      return resultForRevision(outputs?.withLinks(result) ?? result, revisionOf(server.getNegotiatedProtocolVersion()));
    } catch (error) {
      // No more is reported to the client about a call that it cancelled.
      if (signal.aborted || error instanceof ProtocolError) throw error;
      const [message] = String(error instanceof Error ? error.message : error).split("\n");
      options.log(`internal error in ${params.name}: ${error instanceof Error ? error.stack : message}`);
      return protocolFailure(`toolgen internal error: ${message}`);
    }
  });
  return offered;
}

const nameIfFound = ({ name }: NamedCall, find: (name: string) => { readonly ok: boolean }) => (find(name).ok ? name : undefined);

/** A client that names no mode supports forms, which was the only mode at first. */
function hasForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities.elicitation : undefined;
  return isJsonObject(elicitation) && (isJsonObject(elicitation.form) || elicitation.url === undefined);
}
