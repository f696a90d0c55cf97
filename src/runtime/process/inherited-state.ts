import { openSync, readSync } from "node:fs";

const inherited = /^(?:Umask|[UG]id|Groups|Cap\w+|NoNewPrivs|Seccomp|Cpus_allowed):.*$/gm;
const status = Buffer.alloc(8192);
/** Kept open, because it is read for each call. */
let file: number | undefined;

/**
 * Returns what a program inherits from this process besides what its call says: user, groups, capabilities, the mask of
 * new files. `undefined` if this system doesn't show all of it.
 */
export function inheritedState(): string | undefined {
  try {
    file ??= openSync("/proc/self/status", "r");
    const length = readSync(file, status, 0, status.length, 0);
    const state = status.toString("latin1", 0, length).match(inherited)?.join("\n");
    return length < status.length && state?.startsWith("Umask:") ? state : undefined;
  } catch {
    return undefined;
  }
}
