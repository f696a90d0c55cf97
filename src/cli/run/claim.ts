import { readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { processSpace } from "../../runtime/io/process-stat.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { tryLineFileLock } from "../../runtime/line-file/line-file-lock.js";
import { processStart } from "../../runtime/process/background/process-start.js";
import { UsageError } from "../usage-error.js";

/**
 * A process of another machine or container can't be seen from here. It renews its claim, and the claim of one that has
 * ended is void after this time.
 */
export const unseenMs = 60_000;
export const renewMs = 10_000;

interface ClaimOptions {
  /** The name of the claimed thing in errors. */
  readonly named?: string;
  /** How often the claim is renewed. */
  readonly everyMs?: number;
}

/**
 * Claims a saved run, or its record, for this process, by a file beside it. Throws a `UsageError`, which speaks of
 * `named`, if another process has it, or if the folder can't be written. The claim of a process that has ended doesn't
 * count.
 */
export function claim(savedRun: string, { named = savedRun, everyMs = renewMs }: ClaimOptions = {}): () => void {
  const path = `${realPathOf(savedRun)}.lock`;
  const own = JSON.stringify({ pid: process.pid, start: processStart(process.pid), space: processSpace() });
  const guard = writing(savedRun, () => tryLineFileLock(`${path}ing`));
  if (guard === undefined) throw inUse(named, "another process");
  try {
    const holder = holderOf(path);
    if (holder !== undefined) throw inUse(named, holder);
    writing(savedRun, () => writeFileSync(path, own, { mode: 0o600 }));
  } finally {
    guard.release();
  }
  const renewing = setInterval(() => renew(path, own), everyMs).unref();
  const release = () => {
    clearInterval(renewing);
    process.off("exit", release);
    if (readOr(path) === own) rmSync(path, { force: true });
  };
  process.on("exit", release);
  return release;
}

const inUse = (savedRun: string, by: string) =>
  new UsageError(
    `${savedRun} is in use by ${by}.`,
    "Only one process can resume a saved run. Wait until that run has ended, or name another file.",
  );

/** The same path for all links to a file. */
function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return writing(file, () => join(realpathSync(dirname(file)), basename(file)));
  }
}

/** The process that has a claim, in words. A claim that a full disk truncated belongs to none. */
function holderOf(path: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readOr(path) ?? "");
    if (!isJsonObject(value) || typeof value.pid !== "number" || !Number.isSafeInteger(value.pid) || value.pid <= 0) return undefined;
    if (value.space !== processSpace()) {
      const isRenewed = typeof value.space === "string" && Math.abs(Date.now() - statSync(path).mtimeMs) < unseenMs;
      return isRenewed ? `process ${value.pid} of another machine or container` : undefined;
    }
    const isRunning = typeof value.start === "string" && processStart(value.pid) === value.start;
    return isRunning && value.pid !== process.pid ? `process ${value.pid}` : undefined;
  } catch {
    return undefined;
  }
}

function renew(path: string, own: string): void {
  try {
    if (readOr(path) === own) utimesSync(path, new Date(), new Date());
  } catch {
    // It counts as long as processes of this machine and container can see this one.
  }
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function writing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
