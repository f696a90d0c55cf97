import type { Script } from "node:vm";

/** Work exceeded its time limit. */
export class TimeLimitReached extends Error {
  constructor(readonly timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

const key = "toolgen.limitedWork";
const scripts = new Map<string | undefined, Script>();

/**
 * Does blocking work within a time limit. Only a thread of Node's own can interrupt a regular expression, and only a
 * script with a `timeout` uses one. The work must hold no resources, because `finally` doesn't run when it is
 * interrupted. Stack traces of the work end with a line of `filename`, or of a script without a file.
 */
export function interruptAfter<T>(timeoutMs: number, work: () => T, filename?: string): T {
  const script = scriptNamed(filename);
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

function scriptNamed(filename: string | undefined): Script {
  const made = scripts.get(filename);
  if (made) return made;
  const { Script } = process.getBuiltinModule("node:vm");
  const script = new Script(`globalThis[Symbol.for(${JSON.stringify(key)})]()`, filename === undefined ? {} : { filename });
  scripts.set(filename, script);
  return script;
}
