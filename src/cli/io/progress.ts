import type { Terminal } from "./terminal.js";

/** Shows the progress of long work to the user. */
export interface Progress {
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
