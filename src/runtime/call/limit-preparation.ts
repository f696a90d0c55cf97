import { interruptAfter, TimeLimitReached } from "../io/interrupt-after.js";
import { isClientGone } from "../io/is-client-gone.js";

/** The most time that repairing and checking arguments takes for a normal call. After it, the client is watched too. */
const unwatchedMs = 1000;

/**
 * Does work that only reads within the time limit of a call, in a process that has nothing else to do. After a second
 * the work is restarted, with a guard beside it that kills this process when its client dies. Nothing in this process
 * could notice that, and a guard costs milliseconds.
 */
export function limitPreparation<T>(timeoutMs: number, work: () => T): T {
  if (timeoutMs <= unwatchedMs) return interruptAfter(timeoutMs, work);
  try {
    return interruptAfter(unwatchedMs, work);
  } catch (error) {
    if (!(error instanceof TimeLimitReached)) throw error;
  }
  if (isClientGone()) throw new TimeLimitReached(unwatchedMs);
  const { spawn } = process.getBuiltinModule("node:child_process");
  const guard = spawn("/bin/sh", ["-c", script, "toolgen", String(process.pid), String(process.ppid)], {
    detached: true,
    stdio: "ignore",
    cwd: "/",
  });
  guard.on("error", () => undefined).unref();
  return interruptAfter(timeoutMs - unwatchedMs, work);
}

/** The guard ends with the call. */
const script = `while kill -0 "$1" && kill -0 "$2"; do command -p sleep 1 || sleep 1 || exit; done 2>/dev/null; kill -KILL "$1" 2>/dev/null`;
