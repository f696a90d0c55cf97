import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { callSignal } from "../call-signal.js";
import { callWithoutUser } from "../call-without-user.js";
import { executeToolCall } from "../execute-tool-call.js";
import { principalOf } from "../principal.js";
import { type ProtocolResult, protocolFailure } from "../protocol-result.js";
import type { ServerOptions } from "../serve-tools.js";
import type { ServerState } from "../server-state.js";
import type { FoundServedTool, ServedToolSource } from "../tool-source.js";
import { runningProgram } from "./running-program.js";
import { type StoredTask, taskMs } from "./task-store.js";

/** The extension in which a call's result may be a task (SEP-2663). Clients of 2026-07-28 name it in each request. */
const extension = "io.modelcontextprotocol/tasks";

/** The code of a header that differs from what the message says. */
const headerMismatch = -32020;
/** How often a client should ask. In milliseconds. */
const pollIntervalMs = 1000;

interface TaskServer {
  readonly source: ServedToolSource;
  readonly options: ServerOptions;
  readonly state: ServerState;
}

/** Answers requests about tasks, and tells clients that calls may become tasks. */
export function serveTasks(server: Server, taskServer: TaskServer): void {
  server.registerCapabilities({ extensions: { [extension]: {} } });
  const { tasks } = taskServer.state;
  const answer = (method: string, work: (task: StoredTask, context: ServerContext) => Promise<Record<string, unknown>>) =>
    server.setRequestHandler(method, { params: withTaskId }, async ({ taskId }, context) => {
      if (!hasTasks(context)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [extension]: {} } } });
      const named = context.http?.req?.headers.get("mcp-name");
      if (named !== undefined && named !== null && named !== taskId)
        throw new ProtocolError(headerMismatch, `The header Mcp-Name names ${named}, and the message the task ${taskId}.`);
      const task = tasks.find(taskId, principalOf(context.http?.authInfo));
      if (task === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, notHere);
      return work(task, context);
    });
  answer("tasks/get", async (task, context) => detailsOf(await settled(task, taskServer, context)));
  answer("tasks/cancel", async (task, context) => {
    if (task.state.status !== "working") return {};
    const ended = await settled(task, taskServer, context);
    if (ended.state.status !== "working") return {};
    tasks.end(task, { status: "cancelled", at: new Date().toISOString() });
    await runCompanion(task, "stop", taskServer, context);
    return {};
  });
  // No task asks its user: that is done before it begins.
  answer("tasks/update", async () => ({}));
}

const notHere =
  "This task isn't here. A task is known to the process that began it, for a day and for its caller. If the server has several " +
  "replicas, another one may have it. The tools that belong to the background tool show its output and stop it.";

/** Returns true if a request's client takes a task as a result. */
export function hasTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  const extensions = isJsonObject(capabilities) ? capabilities.extensions : undefined;
  return isJsonObject(extensions) && isJsonObject(extensions[extension]);
}

/** Returns a task in place of the result of a call, if it has started a background program that runs. */
export function taskOfCall(
  found: FoundServedTool & { readonly ok: true },
  { options, state, principal }: { readonly options: ServerOptions; readonly state: ServerState; readonly principal: string },
): TaskResult | undefined {
  if (found.tool.definition.background?.does !== "start") return undefined;
  const program = runningProgram(found, options);
  const task = program && state.tasks.begin(principal, program);
  return task && { ...detailsOf(task), resultType: "task" };
}

/** A result of a call which is a task. */
export interface TaskResult {
  readonly [key: string]: unknown;
  readonly resultType: "task";
}

function detailsOf({ id, createdAt, state }: StoredTask): Record<string, unknown> {
  const lastUpdatedAt = state.status === "working" ? createdAt : state.at;
  const times = { createdAt, lastUpdatedAt, ttlMs: taskMs, pollIntervalMs };
  return { taskId: id, status: state.status, ...times, ...(state.status === "completed" && { result: state.result }) };
}

/** Returns a task as it is now: it has ended if its program has. */
async function settled(task: StoredTask, server: TaskServer, context: ServerContext): Promise<StoredTask> {
  const { source, options, state } = server;
  if (task.state.status !== "working") return task;
  const found = source.find(task.program.tool);
  const running = found.ok ? runningProgram(found, options) : undefined;
  if (running?.pid === task.program.pid && running.start === task.program.start) return task;
  const result =
    running === undefined
      ? await runCompanion(task, "output", server, context)
      : protocolFailure("The program has ended, and its output is no longer here: it was started again since.");
  return state.tasks.end(task, { status: "completed", at: new Date().toISOString(), result }) ?? task;
}

/** Runs a tool that belongs to the task's tool. It is safe, so no one is asked. */
async function runCompanion(
  { program: { tool } }: StoredTask,
  does: "output" | "stop",
  { source, options, state }: TaskServer,
  { http, mcpReq }: ServerContext,
): Promise<ProtocolResult> {
  const found = source.find(`${tool}_${does}`);
  if (!found.ok) return protocolFailure(found.message);
  const principal = principalOf(http?.authInfo);
  const signal = callSignal(mcpReq.signal);
  const call = callWithoutUser({ found, args: {}, signal, principal, slot: state.limit.slot(principal) }, state);
  return state.calls.run(() => executeToolCall(call, options));
}

/** Parameters with the id of a task, in the form that the SDK takes schemas in. */
const withTaskId = {
  "~standard": {
    version: 1,
    vendor: "toolgen",
    validate: (value: unknown) =>
      isJsonObject(value) && typeof value.taskId === "string"
        ? { value: { taskId: value.taskId } }
        : { issues: [{ message: "taskId must be a text" }] },
    types: undefined as { readonly input: unknown; readonly output: { readonly taskId: string } } | undefined,
  },
} as const;
