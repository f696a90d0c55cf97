import { runningAt } from "../../runtime/process/background/is-task-alive.js";
import { backgroundFolder, taskFolder } from "../../runtime/process/background/task-folder.js";
import type { ServerOptions } from "../serve-tools.js";
import type { FoundServedTool } from "../tool-source.js";
import type { TaskProgram } from "./task-store.js";

/** Returns the program that a background tool has started in the server's workspace, if it runs. */
export function runningProgram(
  { tool: { definition }, projectDir }: FoundServedTool & { readonly ok: true },
  { env, workspace }: ServerOptions,
): TaskProgram | undefined {
  try {
    const folder = taskFolder(backgroundFolder(env), { tool: definition.name, workspace, projectDir });
    const running = runningAt(folder);
    return running && { tool: definition.name, pid: running.pid, start: running.start };
  } catch {
    // The folder can't be used, which the call itself reports.
    return undefined;
  }
}
