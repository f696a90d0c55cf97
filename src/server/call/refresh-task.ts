import { setTimeout as delay } from "node:timers/promises";
import {
  type BackgroundProgram,
  backgroundFolder,
  isFailedEnd,
  readRunningTask,
  readTaskEnd,
  readTaskState,
  taskFolder,
} from "../../call/background-tasks.js";
import { type ProtocolResult, protocolFailure } from "../protocol-result.js";
import type { ServerOptions } from "../server-options.js";
import type { ServerState } from "../state/server-state.js";
import type { StoredTask, TaskProgram } from "../state/task-store.js";
import type { FoundServedTool, ServedToolSource } from "../tool-source.js";
import { executeToolCall } from "./execute-tool-call.js";
import { callWithoutUser } from "./served-call.js";

export interface TaskServer {
  readonly source: ServedToolSource;
  readonly options: ServerOptions;
  readonly state: ServerState;
}

/** Returns a task as it is now: it has ended if its program has, or the replica that could see its program. */
export async function refreshTask(task: StoredTask, server: TaskServer, signal: AbortSignal): Promise<StoredTask> {
  const { source, options, state } = server;
  if (task.state.status !== "working") return task;
  const elsewhere = await stateElsewhere(task, server);
  if (elsewhere !== undefined) return elsewhere;
  const found = source.find(task.program.tool);
  const running = found.ok ? runningProgram(found, options) : undefined;
  if (isProgramOf(task, running)) return task;
  const result =
    running === undefined
      ? await endedResult(task, server, signal)
      : protocolFailure("The program has ended, and its output is no longer here: it was started again since.");
  return (await state.tasks.end(task, { status: "completed", at: now(), result })) ?? task;
}

/** How long after the end of a program its exit code may become known. In milliseconds. */
const exitMs = 50;

/** Returns what a program printed, as an error if it is known to have failed. */
async function endedResult(task: StoredTask, server: TaskServer, signal: AbortSignal): Promise<ProtocolResult> {
  await delay(exitMs);
  const found = server.source.find(task.program.tool);
  const printed = await runCompanion(task, "output", server, signal);
  return found.ok && hasFailed(found, server.options, task.program) ? { ...printed, isError: true } : printed;
}

/** Cancels a task that hasn't ended, or asks the replica to do so that has its program. */
export async function cancelTask(task: StoredTask, server: TaskServer, signal: AbortSignal): Promise<void> {
  const { tasks } = server.state;
  const { state } = await refreshTask(task, server, signal);
  if (state.status !== "working") return;
  if (tasks.shared !== undefined && (await tasks.shared.ownerOf(task)) !== "this") return tasks.shared.requestCancel(task);
  // The program is stopped even if the end can't be stored or the client leaves.
  const stopped = runCompanion(task, "stop", server, new AbortController().signal);
  await Promise.all([stopped, tasks.end(task, { status: "cancelled", at: now() })]);
}

/** Settles and cancels the tasks of this replica for the others, which can't see its programs. */
export function watchTasks(server: TaskServer): void {
  const { signal } = new AbortController();
  server.state.tasks.shared?.follow(async (task, { isCancelled }) => {
    await (isCancelled ? cancelTask : refreshTask)(task, server, signal);
  });
}

/** Returns a task whose program only another replica can see; `undefined` for one of this replica. */
async function stateElsewhere(task: StoredTask, { source, options, state }: TaskServer): Promise<StoredTask | undefined> {
  const { shared } = state.tasks;
  const owner = await shared?.ownerOf(task);
  if (shared === undefined || owner === "this") return undefined;
  if (owner === "another") return task;
  // A server that is started again on the same machine finds the program.
  const found = source.find(task.program.tool);
  if (found.ok && isProgramOf(task, startedProgram(found, options)) && (await shared.adopt(task))) return undefined;
  return (await shared.endLost(task, { status: "failed", at: now(), message: lost(task) })) ?? task;
}

const lost = ({ program: { tool } }: StoredTask) =>
  `The replica of the server that ran this task has ended, so its result is lost. A program that it started may still run on its machine, until its time limit. Call ${tool} again if its work may be done twice.`;

const isProgramOf = ({ program }: StoredTask, other: { readonly pid: number; readonly start: string } | undefined): boolean =>
  other?.pid === program.pid && other.start === program.start;

const now = () => new Date().toISOString();

/** Runs a tool that belongs to the task's tool. It is safe, so no one is asked. */
async function runCompanion(
  { principal, program: { tool } }: StoredTask,
  does: "output" | "stop",
  { source, options, state }: TaskServer,
  signal: AbortSignal,
): Promise<ProtocolResult> {
  const found = source.find(`${tool}_${does}`);
  if (!found.ok) return protocolFailure(found.message);
  const call = callWithoutUser({ found, args: {}, signal, principal, slot: state.limit.slot(principal) }, state);
  return state.calls.run(() => executeToolCall(call, options));
}

type FoundTool = FoundServedTool & { readonly ok: true };

/** Returns the program that a background tool has started in the server's workspace, if it runs. */
export const runningProgram = (found: FoundTool, options: ServerOptions): TaskProgram | undefined =>
  programAt(found, options, readRunningTask);

/** The same, also if it has ended. */
const startedProgram = (found: FoundTool, options: ServerOptions): TaskProgram | undefined => programAt(found, options, readTaskState);

/** Returns true if a program that has ended is known to have failed. */
function hasFailed(found: FoundTool, options: ServerOptions, { pid }: TaskProgram): boolean {
  try {
    return isFailedEnd(readTaskEnd(folderOf(found, options), pid));
  } catch {
    return false;
  }
}

const folderOf = ({ tool: { definition }, projectDir }: FoundTool, { env, workspace }: ServerOptions): string =>
  taskFolder(backgroundFolder(env), { tool: definition.name, workspace, projectDir });

function programAt(
  tool: FoundTool,
  options: ServerOptions,
  read: (folder: string) => BackgroundProgram | undefined,
): TaskProgram | undefined {
  try {
    const found = read(folderOf(tool, options));
    return found && { tool: tool.tool.definition.name, pid: found.pid, start: found.start };
  } catch {
    // The folder can't be used, which the call itself reports.
    return undefined;
  }
}
