import { isFailedEnd, readTaskEnd } from "../../runtime/process/background/task-end.js";
import { backgroundFolder, taskFolder } from "../../runtime/process/background/task-folder.js";
import { type BackgroundProgram, readRunningTask, readTaskState } from "../../runtime/process/background/task-state.js";
import type { ServerOptions } from "../serve-tools.js";
import type { FoundServedTool } from "../tool-source.js";
import type { TaskProgram } from "./task-store.js";

type FoundTool = FoundServedTool & { readonly ok: true };

/** Returns the program that a background tool has started in the server's workspace, if it runs. */
export const runningProgram = (found: FoundTool, options: ServerOptions): TaskProgram | undefined =>
  programAt(found, options, readRunningTask);

/** The same, also if it has ended. */
export const startedProgram = (found: FoundTool, options: ServerOptions): TaskProgram | undefined =>
  programAt(found, options, readTaskState);

/** Returns true if a program that has ended is known to have failed. */
export function hasFailed(found: FoundTool, options: ServerOptions, { pid }: TaskProgram): boolean {
  try {
    return isFailedEnd(readTaskEnd(folderOf(found, options), pid));
  } catch {
    return false;
  }
}

const folderOf = ({ tool: { definition }, projectDir }: FoundTool, { env, workspace }: ServerOptions): string =>
  taskFolder(backgroundFolder(env), { tool: definition.name, workspace, projectDir });

function programAt(
  tool: FoundTool,
  options: ServerOptions,
  read: (folder: string) => BackgroundProgram | undefined,
): TaskProgram | undefined {
  try {
    const found = read(folderOf(tool, options));
    return found && { tool: tool.tool.definition.name, pid: found.pid, start: found.start };
  } catch {
    // The folder can't be used, which the call itself reports.
    return undefined;
  }
}
