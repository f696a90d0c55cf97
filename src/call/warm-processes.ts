import { existsSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import type { PreparedCall } from "../contract/call.js";
import type { NotStarted, RunOutcome } from "../contract/call-result.js";
import { looks } from "../contract/process.js";
import { type Needing, type Pool, takeWaiting, type WarmLease, waitFor } from "./process/waiting-calls.js";
import { startWarmProcess, type WarmProcess } from "./process/warm-process.js";
import { type AsyncRunOptions, runProgramAsync, type Startable } from "./run-program.js";

/**
 * Runs a call of a handler in a process that may have run others, with the results of `runProgramAsync`. Why
 * nothing of a call reaches another one: contributing/decisions/handlers-are-commands.md.
 */
export async function runHandlerWarm(
  call: Startable & Pick<PreparedCall, "stdin" | "handler">,
  { principal, isHarmless = false, ...options }: AsyncRunOptions & Caller,
): Promise<RunOutcome> {
  const { signal, onOutput } = options;
  const key = call.stdin === undefined ? undefined : warmProcessKey(call, { principal });
  if (key === undefined || call.stdin === undefined) return runProgramAsync(call, options);
  const since = performance.now();
  // Lines that were shown can't be taken back.
  let mayShare = isHarmless && onOutput === undefined;
  // A call that was sent with others may have to be run elsewhere.
  for (;;) {
    signal.throwIfAborted();
    const lease = await leaseProcess(call, { key, since, length: call.stdin.length, mayShare }, signal);
    if (lease === undefined) return runProgramAsync(call, options);
    if (lease.kind !== "leased") return lease;
    let hasEnded = false;
    try {
      signal.throwIfAborted();
      const outcome = await lease.process.run(call.stdin, options);
      hasEnded = outcome !== undefined;
      if (outcome !== undefined) return outcome;
      // The next one that ends its process must not reach this call again.
      mayShare &&= lease.process.isUsable;
    } finally {
      lease.giveBack(hasEnded);
    }
  }
}

/** For the calls of one pool. More run at once only for those that `waitFor` lets go. */
let processors: number | undefined;
const mostOfPool = () => {
  processors ??= availableParallelism();
  return processors;
};
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

const pools = new Map<string, Pool>();
/** In the order of their last calls. */
const idle = new Set<Idle>();
const alive = new Set<WarmProcess>();

/**
 * Returns a process for a call: one that is idle, or another one; `undefined` if the outputs are of a toolgen whose
 * processes are started otherwise. Rejects with the signal's reason if that aborts.
 */
async function leaseProcess(startable: Startable, needing: Needing, signal: AbortSignal): Promise<WarmLease | NotStarted | undefined> {
  const { key } = needing;
  const [bundle = ""] = startable.args;
  const pool = pools.get(key) ?? { running: 0, lastEnd: 0, waiting: new Set(), newest: 0 };
  pools.set(key, pool);
  const free = takeIdle(key) ?? (pool.running < mostOfPool() ? undefined : await waitFor(pool, needing, signal));
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

/** Leases a process to so many calls, each of which gives it back. */
function lease(warm: WarmProcess, { key, bundle, pool, calls }: Leased, together = 1): WarmLease {
  let pending = together;
  const giveBack = (hasEnded: boolean) => {
    if (hasEnded) pool.lastEnd = performance.now();
    pending--;
    if (pending === 0) warm.whenFree(passOn);
  };
  const passOn = () => {
    if (!warm.isUsable) forget(warm);
    const next = takeWaiting(pool, warm);
    if (next.length > 0 && warm.isUsable) {
      const leased = lease(warm, { key, bundle, pool, calls: calls + together }, next.length);
      for (const { go } of next) go(leased);
      return;
    }
    // Without a process, the call that has waited starts another one.
    for (const { go } of next) go(undefined);
    const isSurplus = pool.running > mostOfPool();
    leave(pool, key);
    if (warm.isUsable && isSurplus) end(warm);
    else if (warm.isUsable) keep({ process: warm, key, bundle, calls: calls + together });
  };
  return { kind: "leased", process: warm, giveBack };
}

function leave(pool: Pool, key: string): void {
  pool.running--;
  if (pool.running === 0 && pool.waiting.size === 0) pools.delete(key);
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
  // The spread comes last: `run` in execute-tool-call.ts says why.
  const one: Idle = { timer: setTimeout(() => endIdle(one), idleMs).unref(), ...kept };
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
  /** True if nothing changes when the call is run twice, or although it was cancelled. */
  readonly isHarmless?: boolean;
}

/**
 * Equal for calls of the same bundle, folder, environment and caller, which can run in one process. A bundle that was
 * built again and a folder that was made again count as others. `undefined` if one of them is missing.
 */
function warmProcessKey({ program, args, cwd, env }: Startable, { principal = "" }: Pick<Caller, "principal">): string | undefined {
  const [bundle = ""] = args;
  const identities = [bundle, cwd].map(identity);
  return identities.includes(undefined) ? undefined : JSON.stringify([program, args, identities, cwd, env, principal]);
}

const identity = looks.onceATurn((path): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const { dev, ino, birthtimeMs } = stats;
  const place = `${dev}:${ino}:${birthtimeMs}`;
  return stats.isFile() ? `${place}:${stats.size}:${stats.mtimeMs}` : place;
});
