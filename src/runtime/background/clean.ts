import { walk } from "../paths/walk.js";
import { backgroundFolder, forget, placesIn, runningAt, startedAt } from "./place.js";
import { stopTask } from "./stop.js";
import { waitForAsync } from "./task.js";

/** Ends the background programs of a project, and forgets those that have ended. Answers the tools of those that ran, with their workspaces. */
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
  for (const place of placesIn(backgroundFolder(env))) {
    const started = startedAt(place);
    if (started === undefined || realPlace(started.projectDir) !== realPlace(projectDir)) continue;
    if (runningAt(place) === undefined) {
      forget(place);
      continue;
    }
    await waitForAsync(stopTask(place, started.tool), signal);
    stopped.push({ tool: started.tool, workspace: started.workspace });
  }
  return stopped;
}

function realPlace(folder: string): string {
  const walked = walk(folder);
  return walked.ok ? walked.real : folder;
}
