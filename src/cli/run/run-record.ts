import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { stateFile } from "../../runtime/io/file-from-env.js";
import { writeFileAtomic } from "../../runtime/io/write-file-atomic.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { parseJson } from "../../runtime/json/parse-json.js";
import { UsageError } from "../usage-error.js";
import { claim } from "./claim.js";

/** A run, and how often it has been saved. It is a part of the saved run, and signed with it. */
export interface RunProgress {
  readonly id: string;
  readonly saves: number;
}

/** The user's record of a run, which tells the last of its states from copies and earlier ones. */
export interface RunRecord {
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
