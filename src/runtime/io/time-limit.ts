import type { Script } from "node:vm";

/** Work took longer than it may. */
export class TimeLimitReached extends Error {
  constructor(readonly timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

const key = "toolgen.limitedWork";
let script: Script | undefined;

/**
 * Does work that blocks, for as long as it may take. Only a thread of Node's own can interrupt a regular expression, and only that of a
 * script with a `timeout` does. The work must hold nothing that has to be given back: `finally` isn't run where it is interrupted.
 */
export function withTimeLimit<T>(timeoutMs: number, work: () => T): T {
  const { Script } = process.getBuiltinModule("node:vm");
  script ??= new Script(`globalThis[Symbol.for(${JSON.stringify(key)})]()`);
  const place: { [work: symbol]: unknown } = globalThis;
  const symbol = Symbol.for(key);
  const outer = place[symbol];
  place[symbol] = work;
  try {
    return script.runInThisContext({ timeout: Math.max(1, Math.ceil(timeoutMs)) }) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new TimeLimitReached(timeoutMs);
    throw error;
  } finally {
    if (outer === undefined) delete place[symbol];
    else place[symbol] = outer;
  }
}
