import { protect, release } from "./guard-input.js";
import { signalGroup } from "./signal-group.js";

const lookMs = 100;

/** The process group of a program that leads it. It is ended with this process. */
export interface ProcessGroup {
  /** TERM now, and KILL `graceMs` later to what is left; by default five seconds. */
  end(graceMs?: number): void;
  /** KILL now. */
  kill(): void;
}

export function processGroup(leader: number): ProcessGroup {
  protect(leader);
  let watch: NodeJS.Timeout | undefined;
  const over = () => {
    clearInterval(watch);
    release(leader);
  };
  return {
    end: (graceMs = 5000) => {
      if (watch !== undefined) return;
      signalGroup(leader, "SIGTERM");
      const started = performance.now();
      watch = setInterval(() => {
        const patient = performance.now() - started < graceMs;
        const isRunning = signalGroup(leader, patient ? 0 : "SIGKILL");
        if (!isRunning || !patient) over();
      }, lookMs);
      // If this process ends earlier, the guard does the rest.
      watch.unref();
    },
    kill: () => {
      signalGroup(leader, "SIGKILL");
      over();
    },
  };
}
