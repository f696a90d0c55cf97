import { renameSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { readPrivateFile } from "../../io/read-private-file.js";
import { isJsonObject } from "../../json/json-value.js";
import { isTaskAlive } from "./is-task-alive.js";
import { type TaskKey, taskFolder } from "./task-folder.js";

/**
 * A program that was started in the background. It may have ended. `start` is `processStart` of `pid`, which leads its
 * group.
 */
export interface BackgroundProgram extends TaskKey {
  readonly pid: number;
  readonly start: string;
  readonly argv: readonly string[];
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly stopSignal: NodeJS.Signals;
}

const maxStateBytes = 8 * 1024 * 1024;

/**
 * Returns the program that was started in a folder, running or not. A state that toolgen can't have written is ignored,
 * because signals are sent by it.
 */
export function readTaskState(folder: string): BackgroundProgram | undefined {
  try {
    const text = readPrivateFile(join(folder, "state.json"), maxStateBytes)?.toString() ?? "";
    const state: unknown = JSON.parse(text);
    return isBackgroundProgram(state) && taskFolder(dirname(folder), state) === folder ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the program of a folder, if it still runs. */
export function readRunningTask(folder: string): BackgroundProgram | undefined {
  const started = readTaskState(folder);
  return started !== undefined && isTaskAlive(started) ? started : undefined;
}

/** The file that tells a program's supervisor that its start was recorded. */
const recordedFile = (folder: string, pid: number) => join(folder, `recorded.${pid}`);

/** Records a program that was started in a folder, and tells its supervisor. */
export function writeTaskState(folder: string, running: BackgroundProgram): void {
  const draft = join(folder, "state.new");
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600, flag: "wx" });
  renameSync(draft, join(folder, "state.json"));
  writeFileSync(recordedFile(folder, running.pid), "", { mode: 0o600, flag: "wx" });
}

function isBackgroundProgram(state: unknown): state is BackgroundProgram {
  if (!isJsonObject(state)) return false;
  const { tool, workspace, projectDir, pid, start, argv, since, stopSignal } = state;
  const texts = [tool, workspace, projectDir, start, stopSignal];
  if (!texts.every((text) => typeof text === "string" && text !== "")) return false;
  if (!Array.isArray(argv) || !argv.every((word) => typeof word === "string")) return false;
  if (typeof since !== "number" || !Number.isFinite(since)) return false;
  // 0, 1 and negative numbers would mean whole groups.
  return Number.isSafeInteger(pid) && Number(pid) > 1 && Object.hasOwn(constants.signals, String(stopSignal));
}
