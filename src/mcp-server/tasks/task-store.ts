import { randomUUID } from "node:crypto";
import type { ProtocolResult } from "../protocol-result.js";

/** The program that a task stands for. */
export interface TaskProgram {
  /** The tool that started it. */
  readonly tool: string;
  readonly pid: number;
  /** When the process started, so that another one with its number isn't taken for it. */
  readonly start: string;
}

/** A task of the protocol's extension: a background program that a call has started. */
export interface StoredTask {
  readonly id: string;
  readonly program: TaskProgram;
  readonly createdAt: string;
  readonly state: TaskState;
}

/** A task ends once. Its time limit is the program's. */
export type TaskState =
  | { readonly status: "working" }
  | { readonly status: "cancelled"; readonly at: string }
  | { readonly status: "completed"; readonly at: string; readonly result: ProtocolResult };

interface Entry extends StoredTask {
  readonly principal: string;
  readonly until: number;
}

/** How long a task can be looked up. In milliseconds. */
export const taskMs = 24 * 60 * 60_000;
/** The most tasks of one process. Beyond that, background tools give their usual results. */
const mostTasks = 1000;

/**
 * The tasks of this process. A program goes on when the process ends, but is then known to its companions alone.
 */
export class TaskStore {
  readonly #tasks = new Map<string, Entry>();

  /** Returns the caller's task for a program, a new one if there is none; `undefined` if there are too many. */
  begin(principal: string, program: TaskProgram): StoredTask | undefined {
    const now = Date.now();
    for (const [id, { until }] of this.#tasks) if (until <= now) this.#tasks.delete(id);
    const isSame = (task: Entry) => task.principal === principal && task.state.status === "working" && isSameProgram(task.program, program);
    const known = [...this.#tasks.values()].find(isSame);
    if (known !== undefined || this.#tasks.size >= mostTasks) return known;
    const createdAt = new Date(now).toISOString();
    const task: Entry = { id: randomUUID(), principal, program, createdAt, state: { status: "working" }, until: now + taskMs };
    this.#tasks.set(task.id, task);
    return task;
  }

  /** Returns a task of this caller. */
  find(id: string, principal: string): StoredTask | undefined {
    const task = this.#tasks.get(id);
    return task !== undefined && task.principal === principal && task.until > Date.now() ? task : undefined;
  }

  /** Ends a task, unless it has ended. Returns it as it is then. */
  end({ id }: StoredTask, state: TaskState): StoredTask | undefined {
    const task = this.#tasks.get(id);
    if (task === undefined || task.state.status !== "working") return task;
    const ended = { ...task, state };
    this.#tasks.set(id, ended);
    return ended;
  }
}

const isSameProgram = (a: TaskProgram, b: TaskProgram) => a.tool === b.tool && a.pid === b.pid && a.start === b.start;
