import type { GlobalOptions } from "../options.js";
import { limitsFrom } from "../project/project-limits.js";
import type { Terminal } from "./terminal.js";

/**
 * Compiles a project within the time limit. Compiling is mostly synchronous, so nothing in this thread could end it.
 */
export async function withinTime<T>({ limit }: GlobalOptions, terminal: Terminal, work: () => Promise<T>): Promise<T> {
  const { time } = limitsFrom(limit);
  const finished = terminal.endAfter(
    time,
    `toolgen: ended after ${time / 1000} s, the time limit for compiling a project. Nothing was written.\n` +
      "A spec or a handler may be made to take forever. If the project is as large, raise the limit: --limit time=20m.\n",
  );
  try {
    return await work();
  } finally {
    finished();
  }
}
