import { Script } from "node:vm";

const key = Symbol.for("toolgen.runWithLimit");

/** Runs a function. Returns false if it has blocked the process for so long; its code is then ended where it is. */
export function runWithLimit(run: () => unknown, timeoutMs: number): boolean {
  Object.assign(globalThis, { [key]: run });
  try {
    new Script(`globalThis[Symbol.for("toolgen.runWithLimit")]()`, { filename: __filename }).runInThisContext({ timeout: timeoutMs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    return false;
  }
}
