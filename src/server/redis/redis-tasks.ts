import { randomUUID } from "node:crypto";
import { parseExactly, printExactly } from "../../contract/exact-json.late.js";
import type { JsonValue } from "../../contract/json-value.js";
import { protocolFailure } from "../protocol-result.js";
import { isSharedStateError } from "../state/shared-state.js";
import {
  type EndedTaskState,
  mostTasks,
  type SharedTaskStore,
  type StoredTask,
  type TaskOwner,
  type TaskProgram,
  type TaskReplicas,
  taskMs,
} from "../state/task-store.js";
import type { RedisConnection } from "./redis-connection.js";

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
    const state = status === "working" ? (this.#unstored.get(id) ?? { status }) : (parseExactly(ended ?? "") as unknown as EndedTaskState);
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
    await answered(redis.eval(taskScripts.end, 1, this.#keyOf(task), state.status, printedState(state)));
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
    await answered(redis.eval(taskScripts.endLost, 2, nameOf(""), this.#keyOf(task), state.status, printedState(state)));
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

/** Prints how a task has ended, with the digits of marked numbers: another process has another mark. */
const printedState = (state: EndedTaskState): string => printExactly(state as unknown as JsonValue);

/** Returns how a task has ended without a result that is too large to be shared. */
function sharedState({ program: { tool } }: StoredTask, state: EndedTaskState): EndedTaskState {
  if (state.status !== "completed" || Buffer.byteLength(JSON.stringify(state)) <= maxStateBytes) return state;
  const result = protocolFailure(`The program has ended. Its output is too large to be shared by replicas; ${tool}_output shows it.`);
  return { ...state, result };
}

/** Leaves a script unless a task hasn't ended and its owner is gone. */
const ifLost = `
local prefix, task = KEYS[1], KEYS[2]
if redis.call('HGET', task, 'status') ~= 'working' then return 0 end
if redis.call('EXISTS', prefix .. 'replica:' .. redis.call('HGET', task, 'owner')) == 1 then return 0 end`;

/**
 * The scripts of tasks, which Redis runs in one step each. A task is a hash that expires by itself: its caller, its
 * owner, its program, its status, its end, and a request to cancel it.
 *
 * A Redis whose memory is full lets a script go on whose first write needs no memory. All of them begin with one, since
 * what they write is small and a program must be stoppable, but for the end with a result.
 */
const taskScripts = {
  /** Returns the id of the caller's task for a program, a new one if there is none; nothing if there are too many. */
  begin: `
local prefix, index, link, lease = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, most, ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('GET', link)
if known and redis.call('HGET', prefix .. 'task:' .. known, 'status') == 'working' then return known end
redis.call('ZREMRANGEBYSCORE', index, '-inf', now)
if redis.call('ZCARD', index) >= most then return false end
local task = prefix .. 'task:' .. id
redis.call('HSET', task, 'status', 'working', 'owner', ARGV[5], 'caller', ARGV[6], 'about', ARGV[7])
redis.call('ZADD', index, now + ms, id)
redis.call('SET', link, id, 'PX', ms)
redis.call('SET', lease, 1, 'PX', ARGV[4])
redis.call('PEXPIRE', task, ms)
redis.call('PEXPIRE', index, ms)
return id`,

  /** Ends a task that hasn't ended. */
  end: `
if redis.call('HGET', KEYS[1], 'status') ~= 'working' then return 0 end
if ARGV[1] ~= 'completed' then redis.call('HDEL', KEYS[1], 'ended') end
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'ended', ARGV[2])
return 1`,

  /** Notes that the owner of a task must cancel it. */
  requestCancel: `
if redis.call('HGET', KEYS[1], 'status') ~= 'working' then return 0 end
redis.call('HDEL', KEYS[1], 'cancel')
redis.call('HSET', KEYS[1], 'cancel', 1)
return 1`,

  /** Ends a task that hasn't ended and whose owner is gone. */
  endLost: `${ifLost}
redis.call('HDEL', task, 'ended')
redis.call('HSET', task, 'status', ARGV[1], 'ended', ARGV[2])
return 1`,

  /** Gives a task that hasn't ended and whose owner is gone a new owner, with its lease. */
  adopt: `${ifLost}
redis.call('HDEL', task, 'ended')
redis.call('HSET', task, 'owner', ARGV[1])
redis.call('SET', KEYS[3], 1, 'PX', ARGV[2])
return 1`,
} as const;
