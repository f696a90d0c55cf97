import { type GlobalOptions, limitsFrom } from "../command.js";
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

/** How long work may be silent on a terminal. */
const silenceMs = 1000;

/** Does work, and shows on a terminal after a second what it is waiting for. */
export async function showSlowWork<T>({ isWatched, progress }: Terminal, text: string, work: () => Promise<T>): Promise<T> {
  if (!isWatched) return work();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    progress(text);
  }, silenceMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) progress("");
  }
}

/** Shows the progress of long work to the user. */
interface Progress {
  /** One more is done. */
  advance(): void;
  /** Removes the line. */
  end(): void;
}

/** Counts on a terminal, from the second second on, because quick work needs no progress. */
export function countUp(terminal: Terminal, { total, what }: { readonly total: number; readonly what: string }): Progress {
  let done = 0;
  let drawnAt = performance.now() + 800;
  let drawn = false;
  return {
    advance() {
      done++;
      if (performance.now() - drawnAt < 200) return;
      drawnAt = performance.now();
      drawn = true;
      terminal.progress(`${done} of ${total} ${what}`);
    },
    end() {
      if (drawn) terminal.progress("");
    },
  };
}
