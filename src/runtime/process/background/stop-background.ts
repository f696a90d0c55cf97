import { resolveLinks } from "../../paths/resolve-links.js";
import { waitForOutcomeAsync } from "./polled-outcome.js";
import { removeAbandonedStartLock } from "./start-lock.js";
import { stopTask } from "./stop-task.js";
import { ageOf, backgroundFolder, forget, taskFolders } from "./task-folder.js";
import { readRunningTask, readTaskState } from "./task-state.js";

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
    removeAbandonedStartLock(stateFolder);
    const started = readTaskState(stateFolder);
    if (started === undefined || realPathOf(started.projectDir) !== realPathOf(projectDir)) continue;
    if (readRunningTask(stateFolder) === undefined) {
      forget(stateFolder);
      continue;
    }
    await waitForOutcomeAsync(stopTask(stateFolder, started.tool), signal);
    stopped.push({ tool: started.tool, workspace: started.workspace });
  }
  return stopped;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes what ended more than a day ago. */
export function forgetOld(folder: string): void {
  for (const stateFolder of taskFolders(folder)) {
    if (ageOf(stateFolder) > dayMs && readRunningTask(stateFolder) === undefined) forget(stateFolder);
  }
}

function realPathOf(folder: string): string {
  const walked = resolveLinks(folder);
  return walked.ok ? walked.real : folder;
}
