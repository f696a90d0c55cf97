import { lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { RunOutcome } from "../../contract/call-result.js";
import { sleepSync } from "../../contract/time-limit.js";
import { type LineFileLock, processStart, tryLineFileLock } from "../line-file.js";

/**
 * Takes the right to start a program in a folder, which one call has at a time; `false`: another call has it. The lock
 * is a symbolic link whose text names the process that holds it. So it never exists without its text, even if the disk
 * is full, and no file is opened.
 */
export function takeStartLock(folder: string): boolean {
  const path = lockOf(folder);
  try {
    symlinkSync(holder(), path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  removeAbandonedStartLock(folder);
  return false;
}

/** Returns true if a call is starting a program there. */
export const isStartLocked = (folder: string): boolean => isHeld(textOf(lockOf(folder)));

/** Releases a lock of this process. */
export function releaseStartLock(folder: string): void {
  if (textOf(lockOf(folder)) === holder()) rmSync(lockOf(folder), { force: true });
}

/**
 * Removes a stale lock, whose process is gone, and any other file in its place. One process at a time may do so, and no
 * process replaces a lock that exists, so a lock that another call has just put there is never removed.
 */
export function removeAbandonedStartLock(folder: string): void {
  const path = lockOf(folder);
  if (!isAbandoned(path)) return;
  const right = tryRight(`${path}.right`);
  if (right === undefined) return;
  try {
    if (isAbandoned(path)) rmSync(path, { recursive: true, force: true });
  } finally {
    right.release();
  }
}

/**
 * Returns true for a lock whose process is gone, and for any other file. It is read once, because a lock may be
 * released.
 */
function isAbandoned(path: string): boolean {
  try {
    return !isHeld(readlinkSync(path));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EINVAL";
  }
}

/** On a full disk nothing can be removed, and nothing can be started either. */
function tryRight(path: string): LineFileLock | undefined {
  try {
    return tryLineFileLock(path);
  } catch {
    return undefined;
  }
}

const lockOf = (folder: string) => `${folder}.lock`;

const holder = () => `${process.pid} ${processStart(process.pid)}`;

function isHeld(text: string | undefined): boolean {
  const [, pid, start] = /^([1-9]\d*) (.+)$/.exec(text ?? "") ?? [];
  return pid !== undefined && processStart(Number(pid)) === start;
}

function textOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** An outcome that is polled for. */
export interface PolledOutcome {
  /** The outcome once there is one. */
  readonly poll: () => RunOutcome | undefined;
  /** Ends what the task has begun, because no caller waits for it any more. */
  readonly abandon: () => void;
}

const pollMs = 50;

/** Waits for a task, and blocks. */
export function waitForOutcome({ poll: look }: PolledOutcome): RunOutcome {
  for (;;) {
    const outcome = look();
    if (outcome !== undefined) return outcome;
    sleepSync(pollMs);
  }
}

/** Waits for a task concurrently with others. Rejects with the signal's reason. */
export async function waitForOutcomeAsync({ poll: look, abandon }: PolledOutcome, signal: AbortSignal): Promise<RunOutcome> {
  for (;;) {
    if (signal.aborted) {
      abandon();
      throw signal.reason;
    }
    const outcome = look();
    if (outcome !== undefined) return outcome;
    await delay(pollMs);
  }
}

/** An outcome in words, before the output of a program. */
export function reportOutcome(words: string, printed: Buffer = Buffer.alloc(0)): RunOutcome {
  const parts = [Buffer.from(`${words}\n`), ...(printed.length === 0 ? [] : [Buffer.from("\n"), printed])];
  return { kind: "exited", code: 0, stdout: Buffer.concat(parts), stderr: Buffer.alloc(0) };
}

export const immediately = (outcome: RunOutcome): PolledOutcome => ({ poll: () => outcome, abandon: () => {} });

/** Says that the folder of background programs can't be used: it isn't the user's own, or the disk is full. */
export const stateProblem = (error: unknown): string =>
  `The state of background programs can't be stored: ${error instanceof Error ? error.message : String(error)}.`;

/** Returns the outcome if that is so before a program was started. */
export const stateUnavailable = (error: unknown): RunOutcome => ({ kind: "unavailable", message: stateProblem(error) });
