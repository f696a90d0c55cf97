import { type InputRequiredResult, ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { recordRefusal } from "../../call/call-record.js";
import { lastLine } from "../../call/shape-result.js";
import type { NamedCall } from "../../call/tool-index.js";
import { isJsonObject } from "../../contract/json-value.js";
import { askingClient, canElicit } from "../approval/asking-client.js";
import type { OfferedTools } from "../lists/offered-tools.js";
import { type ProtocolResult, protocolFailure, resultForRevision, revisionOf } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import { callSignal, principalOf } from "../state/current-exchange.js";
import { unavailable } from "../state/errors.js";
import { clientOf, neverAsks } from "../state/known-clients.js";
import { type CallOutputs, storeCallOutputs } from "../state/output-store.js";
import { NoRoomError, resultRoom, SlotWithRoom } from "../state/result-room.js";
import type { ServerState } from "../state/server-state.js";
import { refuseWithoutRoom } from "../state/unsent-answers.js";
import type { FoundServedTool, ServedToolSource } from "../tool-source.js";
import { type ClientRoots, refuseWithoutWorkspace } from "./client-roots.js";
import { executeToolCall } from "./execute-tool-call.js";
import { hasTasks, taskOfCall } from "./serve-tasks.js";

/** Whom the calls of a server come from, and what they use. */
interface CallServing {
  readonly source: ServedToolSource;
  readonly served: { readonly options: ServerOptions; readonly state: ServerState; readonly roots?: ClientRoots | undefined };
  readonly offered: OfferedTools;
  readonly era: "legacy" | "modern";
}

/** A call of a tool that exists. */
interface FoundCall {
  readonly found: FoundServedTool & { readonly ok: true };
  /** With the name under which the tool is found: a search tool calls others. */
  readonly params: NamedCall;
  readonly principal: string;
  readonly signal: AbortSignal;
  readonly outputs: CallOutputs | undefined;
}

type CallAnswer = ProtocolResult | InputRequiredResult;

/** Answers a request of `tools/call`. */
export type CallHandler = (request: { readonly params: NamedCall }, context: ServerContext) => Promise<CallAnswer>;

/** Returns the handler of `tools/call`: it finds the tool, takes the root, executes the call, and makes the answer. */
export function callHandler(server: Server, serving: CallServing): CallHandler {
  const { served, offered, era } = serving;
  const { options, state, roots } = served;
  return async ({ params: sent }, context) => {
    const answered = await offered.answer?.(sent);
    if (answered !== undefined) return answered;
    const params = offered.requested(sent);
    const principal = principalOf(context.http?.authInfo);
    const found = offered.find(params.name);
    if (!found.ok) return refuseUnknownTool(found.message, { params, principal, isAsSent: params === sent }, serving);
    const rootProblem = await roots?.problem(server, era);
    if (rootProblem !== undefined) return refuseWithoutWorkspace(found, rootProblem, { args: params.arguments ?? {}, env: options.env });
    const outputs = state.outputs && storeCallOutputs(state.outputs, principal);
    const call: FoundCall = { found, params, principal, signal: callSignal(context.mcpReq.signal), outputs };
    const request = await executableCall(call, context, { server, serving });
    try {
      const result = await state.calls.run(() => executeToolCall<InputRequiredResult>(request, options));
      return await answerOf(result, call, context, { server, serving });
    } catch (error) {
      return internalError(error, call, options);
    }
  };
}

interface UnknownCall {
  readonly params: NamedCall;
  readonly principal: string;
  /** False if a search tool was to call the unknown one. */
  readonly isAsSent: boolean;
}

/** Logs the call of a tool that isn't offered. It is the protocol's error, except that a search tool itself exists. */
function refuseUnknownTool(
  message: string,
  { params, principal, isAsSent }: UnknownCall,
  { source, served: { options } }: CallServing,
): ProtocolResult {
  const refused = { tool: params.name, via: "mcp", env: options.env, why: "unknownTool", input: params.arguments ?? {} } as const;
  const unwritten = recordRefusal({ ...refused, ...(principal !== "" && { principal }), ...source.audited?.() });
  const text = unwritten === undefined ? message : `${message}\n${unwritten}`;
  if (!isAsSent) return protocolFailure(text);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, text);
}

/** Whatever a client says of itself is data for the audit log. */
const clientName = (client: unknown): { readonly name?: string } =>
  isJsonObject(client) && typeof client.name === "string" ? { name: client.name } : {};

interface ServingOf {
  readonly server: Server;
  readonly serving: CallServing;
}

/** Gives a call what its execution needs of the client: how it asks, what it has approved, where progress goes. */
async function executableCall(
  { found, params, principal, signal, outputs }: FoundCall,
  context: ServerContext,
  { server, serving: { served, era } }: ServingOf,
) {
  const { options, state } = served;
  const { mcpReq } = context;
  const client = {
    canElicit: canElicit(context, { server, era }),
    asksItself: options.clientAsks === true,
    neverAsks: neverAsks(clientOf(server, { envelope: mcpReq.envelope, era })),
    approvals: state.approvalsOf(principal),
    ...clientName(clientOf(server, { envelope: mcpReq.envelope, era })),
  };
  const args = params.arguments ?? {};
  const room = resultRoom(state, principal);
  const isRepeated = era === "modern" && mcpReq.requestState() !== undefined;
  if (isRepeated || found.tool.definition.elicit !== undefined) refuseWithoutRoom(found, { room, args, principal, env: options.env });
  const token = mcpReq._meta?.progressToken;
  const notify = (progress: ProgressParams) => {
    // A client that has disconnected or cancelled doesn't need the response.
    if (!signal.aborted) mcpReq.notify({ method: "notifications/progress", params: { ...progress } }).catch(() => {});
  };
  return {
    found,
    args,
    signal,
    client,
    principal,
    slot: new SlotWithRoom(state.limit.slot(principal), room),
    room,
    isRepeated,
    ...(await askingClient(context, { server, era, options, state, signal })),
    ...(outputs && { keepFull: outputs.keepFull }),
    ...(token !== undefined && { updateOutput: reportProgress(token, notify) }),
  };
}

/** Returns the answer: a task if a background program runs now, or the result as the client's revision has it. */
async function answerOf(
  result: CallAnswer,
  { found, principal, outputs }: FoundCall,
  context: ServerContext,
  { server, serving: { served } }: ServingOf,
): Promise<CallAnswer> {
  const { options, state } = served;
  await outputs?.share();
  if (hasTasks(context) && "content" in result && result.isError !== true) {
    const task = await taskOfCall(found, { options, state, principal });
    // The SDK sends it, but its types of results don't have it.
    if (task !== undefined) return task as unknown as InputRequiredResult;
  }
  return resultForRevision(outputs?.withLinks(result) ?? result, revisionOf(server.getNegotiatedProtocolVersion()));
}

/** Logs an exception, and returns its first line. The protocol's errors are thrown again. */
function internalError(error: unknown, { params, signal }: FoundCall, { log }: ServerOptions): ProtocolResult {
  // No more is reported to the client about a call that it cancelled.
  if (signal.aborted || error instanceof ProtocolError) throw error;
  if (error instanceof NoRoomError) throw new ProtocolError(unavailable, error.message);
  const [message] = String(error instanceof Error ? error.message : error).split("\n");
  log(`internal error in ${params.name}: ${error instanceof Error ? error.stack : message}`, { level: "error" });
  return protocolFailure(`toolgen internal error: ${message}`);
}

/** The progress of a running call: the number of messages, and the last line of the tool's output. */
interface ProgressParams {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly message: string;
}

/**
 * Makes progress notifications from a tool's output: one for each new last line. It is called for each report of output
 * (at most ten times a second), with the output so far, without secrets. The total is unknown.
 */
export function reportProgress(progressToken: string | number, notify: (params: ProgressParams) => void): (output: string) => void {
  let progress = 0;
  let lastMessage = "";
  return (output) => {
    const message = lastLine(output);
    if (message === "" || message === lastMessage) return;
    lastMessage = message;
    progress++;
    notify({ progressToken, progress, message });
  };
}
