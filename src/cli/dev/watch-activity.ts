import { statSync } from "node:fs";
import { openCallLog } from "./call-log.js";
import type { PageMessage } from "./page-messages.js";
import { countedFile, repairStatistics } from "./repair-statistics.js";
import type { WatchedProject } from "./watched-project.js";

/** The pages that see the activity. */
export interface ActivityPages {
  push(change: PageMessage): void;
  isWatched(): boolean;
}

export interface ActivityWatch {
  /** Returns what a page that has just been opened shows. */
  whole(): readonly PageMessage[];
  /** Must be called when the tools are others. */
  update(): void;
  stop(): void;
}

/** Files are looked at this often, because they may be anywhere, and may not exist yet. */
const everyMs = 300;

/** Watches the audit log and the repair statistics, to which any program of this user may add, while pages are open. */
export function watchActivity(project: WatchedProject, { push, isWatched }: ActivityPages): ActivityWatch {
  const log = openCallLog(project);
  const hasCounted = whenChanged(() => countedFile(project.env));
  const repairs = (): PageMessage => ({ kind: "repairs", statistics: repairStatistics(project.env, project.model()) });
  const look = () => {
    const calls = log.next();
    if (calls !== undefined) push({ kind: "calls", log: calls });
    if (hasCounted()) push(repairs());
  };
  const timer = setInterval(() => {
    if (isWatched()) look();
  }, everyMs);
  return {
    whole: () => {
      look();
      return [{ kind: "calls", log: log.whole() }, repairs()];
    },
    update: () => {
      if (isWatched()) push(repairs());
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns a function that returns true if a file is another one than the last time. */
function whenChanged(file: () => string | undefined): () => boolean {
  let last = "";
  return () => {
    const now = markOf(file());
    const hasChanged = now !== last;
    last = now;
    return hasChanged;
  };
}

function markOf(path: string | undefined): string {
  try {
    const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    return `${path} ${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`;
  } catch (error) {
    return `${path} ${(error as NodeJS.ErrnoException).code}`;
  }
}
