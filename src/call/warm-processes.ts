import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import type { PreparedCall } from "../contract/call.js";
import type { NotStarted, RunOutcome } from "../contract/call-result.js";
import { startWarmProcess, type WarmProcess } from "./process/warm-process.js";
import { type AsyncRunOptions, runProgramAsync, type Startable } from "./run-program.js";

/**
 * Runs a call of a handler in a process that may have run others, with the results of `runProgramAsync`. Why
 * nothing of a call reaches another one: contributing/decisions/handlers-are-commands.md.
 */
export async function runHandlerWarm(
  call: Startable & Pick<PreparedCall, "stdin" | "handler">,
  { principal, ...options }: AsyncRunOptions & Caller,
): Promise<RunOutcome> {
  const { signal } = options;
  signal.throwIfAborted();
  const key = call.stdin === undefined ? undefined : warmProcessKey(call, { principal });
  if (key === undefined || call.stdin === undefined) return runProgramAsync(call, options);
  const lease = await leaseProcess(call, key, signal);
  if (lease === undefined) return runProgramAsync(call, options);
  if (lease.kind !== "leased") return lease;
  try {
    signal.throwIfAborted();
    return await lease.process.run(call.stdin, options);
  } finally {
    lease.giveBack();
  }
}

/**
 * For the calls of one pool. More run at once only if none has ended for a while, or if a call has waited long, so
 * that none waits for long ones.
 */
let processors: number | undefined;
const mostOfPool = () => {
  processors ??= availableParallelism();
  return processors;
};
const restMs = 100;
const mostWaitMs = 1000;
/** For all pools together. */
const mostIdle = () => Math.max(8, mostOfPool());
const idleMs = 60_000;

/** A process that runs no call at the moment. */
interface Idle {
  readonly process: WarmProcess;
  readonly key: string;
  readonly bundle: string;
  readonly calls: number;
  readonly timer: NodeJS.Timeout;
}

type WarmLease = {
  readonly kind: "leased";
  readonly process: WarmProcess;
  /** The call is over. */
  readonly giveBack: () => void;
};

type Waiting = (lease: WarmLease | undefined) => void;

/** The processes that serve equal calls (`WarmProcessKey`), and the calls that wait for one. */
interface Pool {
  running: number;
  /** When a call has ended, by `performance.now`. */
  lastEnd: number;
  readonly waiting: Set<Waiting>;
}

const pools = new Map<string, Pool>();
/** In the order of their last calls. */
const idle = new Set<Idle>();
const alive = new Set<WarmProcess>();

/**
 * Returns a process for a call: one that is idle, or another one; `undefined` if the outputs are of a toolgen whose
 * processes are started otherwise. Rejects with the signal's reason if that aborts.
 */
async function leaseProcess(startable: Startable, key: string, signal: AbortSignal): Promise<WarmLease | NotStarted | undefined> {
  const [bundle = ""] = startable.args;
  const pool = pools.get(key) ?? { running: 0, lastEnd: 0, waiting: new Set() };
  pools.set(key, pool);
  const free = takeIdle(key) ?? (pool.running < mostOfPool() ? undefined : await waitFor(pool, signal));
  if (free !== undefined && "kind" in free) return free;
  pool.running++;
  pools.set(key, pool);
  if (free !== undefined) return lease(free.process, { key, bundle, pool, calls: free.calls });
  // The program that loads the bundle and serves calls.
  const server = join(dirname(dirname(bundle)), "kept.cjs");
  const start = async () => (existsSync(server) ? startWarmProcess(startable, server) : undefined);
  const started = await start().catch((error: unknown) => {
    leave(pool, key);
    throw error;
  });
  if (started === undefined || "kind" in started) {
    leave(pool, key);
    return started;
  }
  if (alive.size === 0) process.on("exit", killAll);
  alive.add(started);
  return lease(started, { key, bundle, pool, calls: 0 });
}

interface Leased {
  readonly key: string;
  readonly bundle: string;
  readonly pool: Pool;
  /** How many calls the process has run. */
  readonly calls: number;
}

function lease(warm: WarmProcess, { key, bundle, pool, calls }: Leased): WarmLease {
  const giveBack = () => {
    if (!warm.isUsable) forget(warm);
    pool.lastEnd = performance.now();
    const [next] = pool.waiting;
    if (next !== undefined) {
      pool.waiting.delete(next);
      // Without a process, the call that has waited starts another one.
      if (warm.isUsable) return next(lease(warm, { key, bundle, pool, calls: calls + 1 }));
      next(undefined);
    }
    const isSurplus = pool.running > mostOfPool();
    leave(pool, key);
    if (warm.isUsable && isSurplus) end(warm);
    else if (warm.isUsable) keep({ process: warm, key, bundle, calls: calls + 1 });
  };
  return { kind: "leased", process: warm, giveBack };
}

function leave(pool: Pool, key: string): void {
  pool.running--;
  if (pool.running === 0 && pool.waiting.size === 0) pools.delete(key);
}

/** Waits for a process in the hands of another call; `undefined` after a while, or if that process has ended. */
function waitFor(pool: Pool, signal: AbortSignal): Promise<WarmLease | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      pool.waiting.delete(go);
      signal.removeEventListener("abort", onAbort);
    };
    const go: Waiting = (free) => {
      stop();
      resolve(free);
    };
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    const began = performance.now();
    const look = () => {
      const now = performance.now();
      const rest = Math.min(restMs - (now - pool.lastEnd), mostWaitMs - (now - began));
      if (rest > 0) timer = setTimeout(look, rest);
      else go(undefined);
    };
    let timer = setTimeout(look, restMs);
    signal.addEventListener("abort", onAbort, { once: true });
    pool.waiting.add(go);
  });
}

function takeIdle(key: string): Idle | undefined {
  for (const one of [...idle].reverse()) {
    if (one.key !== key) continue;
    dismiss(one);
    if (one.process.isUsable) return one;
    forget(one.process);
  }
  return undefined;
}

function keep(kept: Omit<Idle, "timer">): void {
  const one: Idle = { ...kept, timer: setTimeout(() => endIdle(one), idleMs).unref() };
  idle.add(one);
  if (idle.size > mostIdle()) endIdle(leastUseful());
}

/** A process that was used once may be for an environment that doesn't come again. */
function leastUseful(): Idle {
  const [oldest] = idle;
  const [last] = [...idle].slice(-1);
  return [...idle].find((one) => one.calls === 1 && one !== last) ?? (oldest as Idle);
}

function dismiss(one: Idle): void {
  clearTimeout(one.timer);
  idle.delete(one);
}

function endIdle(one: Idle): Promise<void> {
  dismiss(one);
  return end(one.process);
}

function end(warm: WarmProcess): Promise<void> {
  forget(warm);
  return warm.kill();
}

function forget(warm: WarmProcess): void {
  alive.delete(warm);
  if (alive.size === 0) process.off("exit", killAll);
}

/** Ends the idle processes of some bundles. Resolves when they are gone. */
export async function endIdleProcesses(isMeant: (bundle: string) => boolean): Promise<void> {
  await Promise.all([...idle].filter(({ bundle }) => isMeant(bundle)).map(endIdle));
}

/** Without this, the guard would end them, and wait for some seconds. */
function killAll(): void {
  for (const warm of alive) void warm.kill();
}

interface Caller {
  /** As authenticated over HTTP. */
  readonly principal?: string | undefined;
}

/**
 * Equal for calls of the same bundle, folder, environment and caller, which can run in one process. A bundle that was
 * built again and a folder that was made again count as others. `undefined` if one of them is missing.
 */
function warmProcessKey({ program, args, cwd, env }: Startable, { principal = "" }: Caller): string | undefined {
  const [bundle = ""] = args;
  const identities = [bundle, cwd].map(identity);
  return identities.includes(undefined) ? undefined : JSON.stringify([program, args, identities, cwd, env, principal]);
}

function identity(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { dev, ino, birthtimeMs } = stats;
  const place = `${dev}:${ino}:${birthtimeMs}`;
  return stats.isFile() ? `${place}:${stats.size}:${stats.mtimeMs}` : place;
}
