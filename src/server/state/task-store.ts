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
  /** The caller, to whom alone the task belongs. */
  readonly principal: string;
  readonly program: TaskProgram;
  readonly createdAt: string;
  readonly state: TaskState;
}

/** A task ends once. Its time limit is the program's. */
type TaskState = { readonly status: "working" } | EndedTaskState;

export type EndedTaskState =
  | { readonly status: "cancelled"; readonly at: string }
  | { readonly status: "completed"; readonly at: string; readonly result: ProtocolResult }
  | { readonly status: "failed"; readonly at: string; readonly message: string };

/** How long a task can be looked up. In milliseconds. */
export const taskMs = 24 * 60 * 60_000;
/** The most tasks of a store. Beyond that, background tools give their usual results. */
export const mostTasks = 1000;

/** Tasks by their ids. Methods reject if the store can't be reached. */
export interface TaskStore {
  /** Returns the caller's task for a program, a new one if there is none; `undefined` if there are too many. */
  begin(principal: string, program: TaskProgram): Promise<StoredTask | undefined>;
  /** Returns a task of this caller. */
  find(id: string, principal: string): Promise<StoredTask | undefined>;
  /** Ends a task, unless it has ended. Returns it as it is then. */
  end(task: StoredTask, state: EndedTaskState): Promise<StoredTask | undefined>;
  /** Present if replicas share the store. */
  readonly shared?: TaskReplicas;
}

export interface SharedTaskStore extends TaskStore {
  readonly shared: TaskReplicas;
}

/** Which replica has the program of a task: `gone` is one that no longer says that it lives. */
export type TaskOwner = "this" | "another" | "gone";

/** Replicas that share tasks. Only a task's owner can see its program and stop it. */
export interface TaskReplicas {
  ownerOf(task: StoredTask): Promise<TaskOwner>;
  /** Makes this replica the owner of a task whose owner is gone; `false` if another one was faster. */
  adopt(task: StoredTask): Promise<boolean>;
  /** Ends a task whose owner is gone. Returns it as it is then. */
  endLost(task: StoredTask, state: EndedTaskState): Promise<StoredTask | undefined>;
  /** Asks the task's owner to stop its program. */
  requestCancel(task: StoredTask): Promise<void>;
  /** Reports each second the tasks that this replica owns, until the store is closed. */
  follow(onTask: (task: StoredTask, request: { readonly isCancelled: boolean }) => Promise<void>): void;
}

interface Entry extends StoredTask {
  readonly until: number;
}

/**
 * The tasks of this process. A program goes on when the process ends, but is then known to its companions alone.
 */
export class MemoryTasks implements TaskStore {
  readonly #tasks = new Map<string, Entry>();

  async begin(principal: string, program: TaskProgram): Promise<StoredTask | undefined> {
    const now = Date.now();
    for (const [id, { until }] of this.#tasks) if (until <= now) this.#tasks.delete(id);
    const isSame = (task: Entry) => task.principal === principal && task.state.status === "working" && isSameProgram(task.program, program);
    const running = [...this.#tasks.values()].find(isSame);
    if (running !== undefined || this.#tasks.size >= mostTasks) return running;
    const createdAt = new Date(now).toISOString();
    const task: Entry = { id: randomUUID(), principal, program, createdAt, state: { status: "working" }, until: now + taskMs };
    this.#tasks.set(task.id, task);
    return task;
  }

  async find(id: string, principal: string): Promise<StoredTask | undefined> {
    const task = this.#tasks.get(id);
    return task !== undefined && task.principal === principal && task.until > Date.now() ? task : undefined;
  }

  async end({ id }: StoredTask, state: EndedTaskState): Promise<StoredTask | undefined> {
    const task = this.#tasks.get(id);
    if (task === undefined || task.state.status !== "working") return task;
    const ended = { ...task, state };
    this.#tasks.set(id, ended);
    return ended;
  }
}

const isSameProgram = (a: TaskProgram, b: TaskProgram) => a.tool === b.tool && a.pid === b.pid && a.start === b.start;
