import { randomUUID } from "node:crypto";
import { protocolFailure } from "../protocol/protocol-result.js";
import {
  type EndedTaskState,
  mostTasks,
  type SharedTaskStore,
  type StoredTask,
  type TaskOwner,
  type TaskProgram,
  type TaskReplicas,
  taskMs,
} from "../tasks/task-store.js";
import type { RedisConnection } from "./redis-connection.js";
import { isSharedStateError } from "./shared-state-error.js";
import { taskScripts } from "./task-scripts.js";

/** The most bytes of a result, in JSON. With the limit of tasks, all of them take at most 256 MiB. */
const maxStateBytes = 256 * 1024;

/**
 * Tasks in Redis, which any replica can look up and cancel for their caller. The replica that began a task is its owner
 * for as long as it renews its lease.
 */
export class RedisTasks implements SharedTaskStore, TaskReplicas {
  readonly shared = this;
  readonly #connection: RedisConnection;
  readonly #self = randomUUID();
  /** The tasks of this replica that haven't ended. */
  readonly #own = new Map<string, StoredTask>();
  /** How tasks of this replica have ended that Redis couldn't note. */
  readonly #unstored = new Map<string, EndedTaskState>();
  readonly #busy = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  async begin(principal: string, program: TaskProgram): Promise<StoredTask | undefined> {
    const { redis, nameOf, callerOf, answered } = this.#connection;
    const caller = callerOf(principal);
    const task = { id: randomUUID(), principal, program, createdAt: new Date().toISOString(), state: { status: "working" } } as const;
    const { tool, pid, start } = program;
    const keys = [nameOf(""), nameOf("tasks"), nameOf(`task-of:${caller}:${pid}:${start}:${tool}`), this.#lease];
    const values = [task.id, mostTasks, taskMs, this.#leaseMs, this.#self, caller, JSON.stringify({ program, createdAt: task.createdAt })];
    const id = await answered(redis.eval(taskScripts.begin, keys.length, ...keys, ...values));
    if (typeof id !== "string") return undefined;
    if (id === task.id) {
      this.#own.set(id, task);
      return task;
    }
    const known = await this.find(id, principal);
    // The task may be this replica's without its knowledge.
    if (known?.state.status === "working") await this.ownerOf(known);
    return known;
  }

  async find(id: string, principal: string): Promise<StoredTask | undefined> {
    const { redis, callerOf, answered } = this.#connection;
    const [caller, about, status, ended] = await answered(redis.hmget(this.#keyOf({ id }), "caller", "about", "status", "ended"));
    if (caller !== callerOf(principal) || !about || !status) return undefined;
    // This server has written them, or a replica with the same key.
    const state = status === "working" ? (this.#unstored.get(id) ?? { status }) : JSON.parse(ended ?? "");
    return { id, principal, ...JSON.parse(about), state };
  }

  /** Ends a task of this replica, which knows its end until Redis can note it. */
  async end(task: StoredTask, state: EndedTaskState): Promise<StoredTask | undefined> {
    const first = this.#unstored.get(task.id) ?? sharedState(task, state);
    this.#unstored.set(task.id, first);
    try {
      await this.#store(task, first);
    } catch (error) {
      if (isSharedStateError(error)) return { ...task, state: first };
      throw error;
    }
    return this.find(task.id, task.principal);
  }

  async #store(task: StoredTask, state: EndedTaskState): Promise<void> {
    const { redis, answered } = this.#connection;
    await answered(redis.eval(taskScripts.end, 1, this.#keyOf(task), state.status, JSON.stringify(state)));
    this.#own.delete(task.id);
    this.#unstored.delete(task.id);
  }

  async ownerOf(task: StoredTask): Promise<TaskOwner> {
    if (this.#own.has(task.id)) return "this";
    const { redis, nameOf, answered, readySince } = this.#connection;
    const owner = await answered(redis.hget(this.#keyOf(task), "owner"));
    if (owner === this.#self) {
      // Redis took the task, but its answer came too late or was lost.
      this.#own.set(task.id, task);
      return "this";
    }
    const lives = (await answered(redis.exists(nameOf(`replica:${owner}`)))) === 1;
    // If Redis was away, the owner may not have been able to renew its lease.
    return lives || readySince === undefined || Date.now() - readySince < this.#leaseMs ? "another" : "gone";
  }

  async adopt(task: StoredTask): Promise<boolean> {
    const { redis, nameOf, answered } = this.#connection;
    const keys = [nameOf(""), this.#keyOf(task), this.#lease];
    const isAdopted = (await answered(redis.eval(taskScripts.adopt, keys.length, ...keys, this.#self, this.#leaseMs))) === 1;
    if (isAdopted) this.#own.set(task.id, task);
    return isAdopted;
  }

  async endLost(task: StoredTask, state: EndedTaskState): Promise<StoredTask | undefined> {
    const { redis, nameOf, answered } = this.#connection;
    await answered(redis.eval(taskScripts.endLost, 2, nameOf(""), this.#keyOf(task), state.status, JSON.stringify(state)));
    return this.find(task.id, task.principal);
  }

  async requestCancel(task: StoredTask): Promise<void> {
    const { redis, answered } = this.#connection;
    await answered(redis.eval(taskScripts.requestCancel, 1, this.#keyOf(task)));
  }

  follow(onTask: (task: StoredTask, request: { readonly isCancelled: boolean }) => Promise<void>): void {
    const { redis, times } = this.#connection;
    const visit = async (task: StoredTask, isCancelled: boolean): Promise<void> => {
      if (this.#busy.has(task.id)) return;
      this.#busy.add(task.id);
      await onTask(task, { isCancelled }).finally(() => this.#busy.delete(task.id));
    };
    const look = async (task: StoredTask): Promise<void> => {
      const [status, cancel] = await redis.hmget(this.#keyOf(task), "status", "cancel");
      const ended = this.#unstored.get(task.id);
      if (status !== "working") {
        // It has ended, or Redis has lost it.
        this.#own.delete(task.id);
        this.#unstored.delete(task.id);
      } else if (ended === undefined) await visit(task, cancel === "1");
      else if (this.#connection.takesData) await this.#store(task, ended);
    };
    const renewLease = async (): Promise<void> => {
      // It is renewed without memory, which a full Redis doesn't give.
      if ((await redis.pexpire(this.#lease, this.#leaseMs)) === 0) await redis.set(this.#lease, 1, "PX", this.#leaseMs);
    };
    this.#timer = setInterval(() => {
      if (this.#own.size === 0) return;
      // What fails now is tried again with the next beat. Requests report that Redis is away.
      renewLease().catch(() => {});
      for (const task of this.#own.values()) look(task).catch(() => {});
    }, times.beatMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  get #leaseMs(): number {
    return this.#connection.times.leaseMs;
  }

  get #lease(): string {
    return this.#connection.nameOf(`replica:${this.#self}`);
  }

  #keyOf({ id }: { readonly id: string }): string {
    return this.#connection.nameOf(`task:${id}`);
  }
}

/** Returns how a task has ended without a result that is too large to be shared. */
function sharedState({ program: { tool } }: StoredTask, state: EndedTaskState): EndedTaskState {
  if (state.status !== "completed" || Buffer.byteLength(JSON.stringify(state)) <= maxStateBytes) return state;
  const result = protocolFailure(`The program has ended. Its output is too large to be shared by replicas; ${tool}_output shows it.`);
  return { ...state, result };
}
