import { resolveLinks } from "../../paths/resolve-links.js";
import { runningAt, startedAt } from "./is-task-alive.js";
import { removeAbandonedLock } from "./lock.js";
import { stopTask } from "./stop-task.js";
import { waitForAsync } from "./task.js";
import { ageOf, backgroundFolder, forget, taskFolders } from "./task-folder.js";

/**
 * Ends the background programs of a project, and deletes the records of programs that have ended and the stale locks of
 * calls. Returns the tools of the running ones, with their workspaces.
 */
export async function stopBackground({
  projectDir,
  env,
  signal,
}: {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}): Promise<readonly { readonly tool: string; readonly workspace: string }[]> {
  const stopped: { readonly tool: string; readonly workspace: string }[] = [];
  for (const stateFolder of taskFolders(backgroundFolder(env))) {
    removeAbandonedLock(stateFolder);
    const started = startedAt(stateFolder);
    if (started === undefined || realPathOf(started.projectDir) !== realPathOf(projectDir)) continue;
    if (runningAt(stateFolder) === undefined) {
      forget(stateFolder);
      continue;
    }
    await waitForAsync(stopTask(stateFolder, started.tool), signal);
    stopped.push({ tool: started.tool, workspace: started.workspace });
  }
  return stopped;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes what ended more than a day ago. */
export function forgetOld(folder: string): void {
  for (const stateFolder of taskFolders(folder)) {
    if (ageOf(stateFolder) > dayMs && runningAt(stateFolder) === undefined) forget(stateFolder);
  }
}

function realPathOf(folder: string): string {
  const walked = resolveLinks(folder);
  return walked.ok ? walked.real : folder;
}
