import { readFileSync } from "node:fs";

const inherited = /^(?:Umask|[UG]id|Groups|Cap\w+|NoNewPrivs|Seccomp|Cpus_allowed):.*$/gm;

/**
 * Returns what a program inherits from this process besides what its call says: user, groups, capabilities, the mask of
 * new files. `undefined` if this system doesn't show it.
 */
export function inheritedState(): string | undefined {
  try {
    const state = readFileSync("/proc/self/status", "latin1").match(inherited)?.join("\n");
    return state?.startsWith("Umask:") ? state : undefined;
  } catch {
    return undefined;
  }
}
