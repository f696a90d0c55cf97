import { randomUUID } from "node:crypto";
import { type EndedTaskState, mostTasks, type StoredTask, type TaskProgram, type TaskStore, taskMs } from "./task-store.js";

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
