import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject } from "../../contract/json-value.js";
import type { ServerOptions } from "../server-options.js";
import { callSignal, principalOf } from "../state/current-exchange.js";
import { withUnavailableError } from "../state/errors.js";
import type { ServerState } from "../state/server-state.js";
import { type StoredTask, taskMs } from "../state/task-store.js";
import type { FoundServedTool } from "../tool-source.js";
import { cancelTask, refreshTask, runningProgram, type TaskServer } from "./refresh-task.js";

/** The extension in which a call's result may be a task (SEP-2663). Clients of 2026-07-28 name it in each request. */
const extension = "io.modelcontextprotocol/tasks";

/** The code of a header that differs from what the message says. */
const headerMismatch = -32020;
/** How often a client should ask. In milliseconds. */
const pollIntervalMs = 1000;

/** Answers requests about tasks, and tells clients that calls may become tasks. */
export function serveTasks(server: Server, taskServer: TaskServer): void {
  server.registerCapabilities({ extensions: { [extension]: {} } });
  const { tasks } = taskServer.state;
  const notHere = tasks.shared === undefined ? notInThisProcess : notInAny;
  const answer = (method: string, work: (task: StoredTask, signal: AbortSignal) => Promise<Record<string, unknown>>) =>
    server.setRequestHandler(method, { params: withTaskId }, async ({ taskId }, context) => {
      if (!hasTasks(context)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [extension]: {} } } });
      const named = context.http?.req?.headers.get("mcp-name");
      if (named !== undefined && named !== null && named !== taskId)
        throw new ProtocolError(headerMismatch, `The header Mcp-Name names ${named}, and the message the task ${taskId}.`);
      return withUnavailableError(async () => {
        const task = await tasks.find(taskId, principalOf(context.http?.authInfo));
        if (task === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, notHere);
        return work(task, callSignal(context.mcpReq.signal));
      });
    });
  answer("tasks/get", async (task, signal) => detailsOf(await refreshTask(task, taskServer, signal)));
  answer("tasks/cancel", async (task, signal) => {
    await cancelTask(task, taskServer, signal);
    return {};
  });
  // No task asks its user: that is done before it begins.
  answer("tasks/update", async () => ({}));
}

const notInAny =
  "This task isn't here. A task is known for a day, to its caller. The tools that belong to the background tool show its output and stop it.";

const notInThisProcess =
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
export async function taskOfCall(
  found: FoundServedTool & { readonly ok: true },
  { options, state, principal }: { readonly options: ServerOptions; readonly state: ServerState; readonly principal: string },
): Promise<TaskResult | undefined> {
  if (found.tool.definition.background?.does !== "start") return undefined;
  const program = runningProgram(found, options);
  // The program runs. If its task can't be shared, the usual result says so.
  const task = program && (await state.tasks.begin(principal, program).catch(() => undefined));
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
  const details = { taskId: id, status: state.status, ...times };
  if (state.status === "completed") return { ...details, result: state.result };
  if (state.status === "failed") return { ...details, error: { code: ProtocolErrorCode.InternalError, message: state.message } };
  return details;
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
