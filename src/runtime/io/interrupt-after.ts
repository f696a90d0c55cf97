import type { Script } from "node:vm";

/** Work exceeded its time limit. */
export class TimeLimitReached extends Error {
  constructor(readonly timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

const key = "toolgen.limitedWork";
let script: Script | undefined;

/**
 * Does blocking work within a time limit. Only a thread of Node's own can interrupt a regular expression, and only a
 * script with a `timeout` uses one. The work must hold no resources, because `finally` doesn't run when it is
 * interrupted.
 */
export function interruptAfter<T>(timeoutMs: number, work: () => T): T {
  const { Script } = process.getBuiltinModule("node:vm");
  script ??= new Script(`globalThis[Symbol.for(${JSON.stringify(key)})]()`);
  const registry: { [work: symbol]: unknown } = globalThis;
  const symbol = Symbol.for(key);
  const outer = registry[symbol];
  registry[symbol] = work;
  try {
    return script.runInThisContext({ timeout: Math.max(1, Math.ceil(timeoutMs)) }) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new TimeLimitReached(timeoutMs);
    throw error;
  } finally {
    if (outer === undefined) delete registry[symbol];
    else registry[symbol] = outer;
  }
}
