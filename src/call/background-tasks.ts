import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isJsonObject } from "../contract/json-value.js";
import { isPrivateFolder, readPrivateFile, unusableTempFolder, userTempFolder } from "../contract/user-file.js";
import { identifyProcess } from "./line-file.js";
import { resolveLinks } from "./paths.js";
import { signalGroup } from "./process/process-group.js";
import { isStartLocked, type PolledOutcome, removeAbandonedStartLock, reportOutcome, waitForOutcomeAsync } from "./process/start-lock.js";

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

type Variables = Readonly<Record<string, string | undefined>>;

/** A tool in a workspace: it has one background program. */
export interface TaskKey {
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
}

/** The folder of background programs can't be used, because it isn't the user's own. */
export class UnusableFolderError extends Error {
  override readonly name = "UnusableFolderError";
}

/**
 * Returns the folder of all background programs of this user, which is created if necessary. Throws if a folder on the
 * way isn't the user's own.
 */
export function backgroundFolder(env: Variables): string {
  const own = userTempFolder(env);
  if (own === undefined) throw new UnusableFolderError(unusableTempFolder(env));
  const folder = join(own, "background");
  if (!isPrivateFolder(folder)) throw new UnusableFolderError(`${folder} is not a folder of this user`);
  return folder;
}

/** The folder of the program that a tool started in a workspace: `state.json`, `log`. */
export function taskFolder(folder: string, { workspace, projectDir, tool }: TaskKey): string {
  const key = createHash("sha256").update([projectDir, workspace, tool].join("\0")).digest("hex");
  return join(folder, key.slice(0, 32));
}

/** Returns every such folder, also one with only a lock. */
const taskFolders = (folder: string): readonly string[] =>
  [...new Set(readdirSync(folder).flatMap((name) => /^([0-9a-f]{32})(?:\.lock)?$/.exec(name)?.[1] ?? []))].map((name) =>
    join(folder, name),
  );

/** The limit of kept output: beyond it, the older half is deleted. 16 MiB. */
export const maxLogBytes = 16 * 1024 * 1024;

/** Returns the output, as far as it was kept. */
export function readTaskLog(folder: string): Buffer {
  // A part of a log is at most what the log writer reads at a time.
  return readPrivateFile(join(folder, "log"), 2 * maxLogBytes) ?? Buffer.alloc(0);
}

/** Returns true if output was deleted because there was too much. */
export const isLogCut = (folder: string): boolean => existsSync(join(folder, "cut"));

/** Returns true if the log has the whole output: the program and its children have closed it. */
export const isLogWhole = (folder: string): boolean => existsSync(join(folder, "whole"));

/** Returns the milliseconds since the last output or start in a folder; 0 if that is unknown. */
function ageOf(folder: string): number {
  const stats = lstatSync(join(folder, "log"), { throwIfNoEntry: false }) ?? lstatSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

export const forget = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** How a background program ended: with a code, or by a signal. */
interface TaskEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

const maxBytes = 1024;

const endFile = (folder: string, pid: number) => join(folder, `ended.${pid}`);

/** Records how a program ended. Only the process that started it learns that, if it still runs then. */
export function recordTaskEnd(folder: string, pid: number, end: TaskEnd): void {
  try {
    writeFileSync(endFile(folder, pid), JSON.stringify(end), { mode: 0o600, flag: "wx" });
  } catch {
    // The program was stopped, and its folder removed; or the disk is full, and the end stays unknown.
  }
}

/** Returns how the program of a folder ended; `undefined` if that is unknown. */
export function readTaskEnd(folder: string, pid: number): TaskEnd | undefined {
  try {
    const end: unknown = JSON.parse(readPrivateFile(endFile(folder, pid), maxBytes)?.toString() ?? "");
    const { code = null, signal = null } = isJsonObject(end) ? end : {};
    const isEnd = (code === null || Number.isInteger(code)) && (signal === null || /^SIG[A-Z0-9+]{2,10}$/.test(String(signal)));
    return isEnd && (code === null) !== (signal === null) ? { code: code as number | null, signal: signal as string | null } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if a program ended as one that failed does. */
export const isFailedEnd = (end: TaskEnd | undefined): boolean => end !== undefined && end.code !== 0;

/**
 * Returns true if a background program runs. Each leads a process group, so that a number in a state never names
 * another kind of process.
 */
export function isTaskAlive({ pid, start }: { readonly pid: number; readonly start: string }): boolean {
  const found = identifyProcess(pid);
  return found !== undefined && found.start === start && found.group === pid && pid !== process.pid;
}

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

const graceMs = 5000;

/**
 * Stops the program of a folder by its signal, and by KILL five seconds later, and deletes its records. A start by
 * another call at the same time is waited for.
 */
export function stopTask(folder: string, tool: string): PolledOutcome {
  const began = performance.now();
  const isLate = () => performance.now() - began >= graceMs;
  removeAbandonedStartLock(folder);
  let stopping: { readonly running: BackgroundProgram; readonly until: number } | undefined;
  return {
    poll: () => {
      if (stopping === undefined) {
        const running = readRunningTask(folder);
        if (running === undefined) {
          if (isStartLocked(folder) && !isLate()) return undefined;
          forget(folder);
          return reportOutcome(`${tool} doesn't run in this workspace.`);
        }
        signalGroup(running.pid, running.stopSignal);
        stopping = { running, until: performance.now() + graceMs };
      }
      if (isTaskAlive(stopping.running) && performance.now() < stopping.until) return undefined;
      signalGroup(stopping.running.pid, "SIGKILL");
      forget(folder);
      return reportOutcome(`${tool} is stopped.`);
    },
    abandon: () => {},
  };
}
