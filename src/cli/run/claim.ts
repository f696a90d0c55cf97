import { readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { tryLineFileLock } from "../../runtime/line-file/line-file-lock.js";
import { processStart } from "../../runtime/process/background/process-start.js";
import { UsageError } from "../usage-error.js";

/**
 * Claims a saved run for this process, by a file beside it. Throws a `UsageError` if another process has it, or if the
 * folder can't be written. The claim of a process that has ended doesn't count.
 */
export function claim(savedRun: string): () => void {
  const path = `${realPathOf(savedRun)}.lock`;
  const own = JSON.stringify({ pid: process.pid, start: processStart(process.pid) });
  const guard = writing(savedRun, () => tryLineFileLock(`${path}ing`));
  if (guard === undefined) throw inUse(savedRun, "another process");
  try {
    const holder = holderOf(path);
    if (holder !== undefined) throw inUse(savedRun, `process ${holder}`);
    writing(savedRun, () => writeFileSync(path, own, { mode: 0o600 }));
  } finally {
    guard.release();
  }
  const release = () => {
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

/** The process that has a claim. A claim that a full disk truncated belongs to none. */
function holderOf(path: string): number | undefined {
  try {
    const value: unknown = JSON.parse(readOr(path) ?? "");
    if (!isJsonObject(value) || typeof value.pid !== "number" || !Number.isSafeInteger(value.pid) || value.pid <= 0) return undefined;
    const isRunning = typeof value.start === "string" && processStart(value.pid) === value.start;
    return isRunning && value.pid !== process.pid ? value.pid : undefined;
  } catch {
    return undefined;
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
