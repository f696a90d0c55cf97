import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { processStart, tryLineFileLock } from "../../call/line-file.js";
import { parseJson } from "../../contract/json-text.js";
import { isJsonObject } from "../../contract/json-value.js";
import { processSpace } from "../../contract/process.js";
import { stateFile, writeFileAtomic } from "../../contract/user-file.js";
import { UsageError } from "../command.js";

/** A run, and how often it has been saved. It is a part of the saved run, and signed with it. */
export interface RunProgress {
  readonly id: string;
  readonly saves: number;
}

/** The user's record of a run, which tells the last of its states from copies and earlier ones. */
interface RunRecord {
  /** Records that a state was saved to a file. */
  readonly write: (progress: RunProgress, file: string) => void;
  readonly release: () => void;
}

export const newRun = (): RunProgress => ({ id: randomBytes(8).toString("hex"), saves: 0 });

/** Reads the progress in a saved run. */
export function progressIn({ run }: Readonly<Record<string, unknown>>): RunProgress | undefined {
  if (!isJsonObject(run) || typeof run.id !== "string" || !/^[0-9a-f]{16}$/.test(run.id)) return undefined;
  return Number.isSafeInteger(run.saves) ? { id: run.id, saves: Number(run.saves) } : undefined;
}

/** Records are deleted a year after their run was last saved. */
const yearMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Opens the record of a run, which no other process can open until it is released. Throws a `UsageError` if the run
 * went on after `progress`: to go on from there would run its calls again.
 */
export function openRecord(
  { id, saves }: RunProgress,
  { savedRun, env }: { readonly savedRun: string; readonly env: Readonly<Record<string, string | undefined>> },
): RunRecord {
  const path = stateFile(env, `runs/${id}.json`);
  if (path === undefined)
    throw new UsageError("Neither HOME nor XDG_STATE_HOME is set, so there is no folder for the records of saved runs.", purpose);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    forgetOld(dirname(path));
  } catch (error) {
    throw unwritable(path, error);
  }
  const release = claim(path, { named: savedRun });
  try {
    const latest = readRecord(path);
    if (latest !== undefined && latest.saves > saves) throw superseded(savedRun, { file: latest.file, path });
  } catch (error) {
    release();
    throw error;
  }
  const write: RunRecord["write"] = (progress, file) => {
    try {
      writeFileAtomic(path, `${JSON.stringify({ saves: progress.saves, file })}\n`);
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  return { write, release };
}

const purpose = "They keep --resume from running the calls of a saved run twice.";

const unwritable = (path: string, error: unknown) =>
  new UsageError(`${path} can't be written: ${error instanceof Error ? error.message : String(error)}`, purpose);

const superseded = (savedRun: string, { file, path }: { readonly file: string; readonly path: string }) =>
  new UsageError(
    `${savedRun} is not the last state of its run, so its calls may have run already.`,
    `Resume ${file}, which is. To run them again from here, remove ${path} first.`,
  );

function readRecord(path: string): { readonly saves: number; readonly file: string } | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unwritable(path, error);
  }
  const record = parseJson(text);
  if (isJsonObject(record) && Number.isSafeInteger(record.saves) && typeof record.file === "string")
    return { saves: Number(record.saves), file: record.file };
  throw new UsageError(
    `${path} is damaged, so it isn't known which state of the run is its last.`,
    "If this is the last one, remove that file and resume it again.",
  );
}

function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > yearMs) rmSync(join(folder, name), { force: true });
  }
}

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
