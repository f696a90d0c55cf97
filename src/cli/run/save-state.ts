import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AgenticLoopOptions } from "../../agent/agentic-loop.js";
import { type AgenticLoopState, signatureProblem, signState, versionProblem } from "../../agent/loop-state.js";
import { userSettingsFile } from "../../call/user-settings.js";
import { isJsonObject } from "../../contract/json-value.js";
import { writeFileAtomic } from "../../contract/user-file.js";
import { UsageError } from "../command.js";
import { newRun, openRecord, progressIn, type RunProgress } from "./run-record.js";

/** The start of a loop, and the run that it begins or goes on with. */
export interface RunStart {
  readonly options: Pick<AgenticLoopOptions, "prompt" | "messages" | "resume" | "system">;
  readonly run: RunProgress;
}

/** A state as the command line saves it. */
type SavedRun = AgenticLoopState & { readonly run: RunProgress };

interface Asked {
  readonly task: string | undefined;
  readonly system: string | undefined;
  /** The absolute path of a saved state. */
  readonly resume: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A task, the rest of an interrupted run, or a further task in the same conversation. */
export function runStart({ task, system, resume, env }: Asked): RunStart {
  const own = system === undefined ? {} : { system };
  if (resume === undefined) {
    if (task === undefined)
      throw new UsageError("There is no task.", 'Describe the task: toolgen run --model anthropic/claude-opus-4-5 "fix the typos".');
    return { options: { ...own, prompt: task }, run: newRun() };
  }
  const state = readState(resume, env);
  const isComplete = state.calls.length === 0 && state.messages.at(-1)?.role === "assistant";
  if (task === undefined) {
    if (isComplete)
      throw new UsageError(
        `${resume} has nothing left to run: it ends with the model's answer.`,
        `Give a further task, in the same conversation: toolgen run --resume ${resume} "and now the readme"; or "go on", if the answer was cut off.`,
      );
    return { options: { ...own, resume: state }, run: state.run };
  }
  if (state.calls.length > 0)
    throw new UsageError(
      `${resume} waits for answers to calls of its last turn.`,
      "Resume it without a task first; a further task can follow then.",
    );
  const options = { ...(state.system !== undefined && { system: state.system }), ...own, messages: state.messages, prompt: task };
  // Nothing of a complete run could run again, so several tasks may follow it.
  return { options, run: isComplete ? newRun() : state.run };
}

/** Checks the signature, also for a further task, which only takes the messages. The loop checks the rest. */
function readState(file: string, env: Asked["env"]): SavedRun {
  const value = parsed(file);
  if (value === undefined) throw new UsageError(`${file} is not a saved run.`, "--resume takes a file that --save wrote.");
  const problem =
    versionProblem(value) ??
    signatureProblem(value, stateKeyOf(file, env)) ??
    (progressIn(value) === undefined ? "it was saved by an earlier version of toolgen, which didn't number states" : undefined);
  if (problem !== undefined) throw new UsageError(`${file} can't be resumed: ${problem}.`, "Start the task again.");
  // Signed by toolgen, so it has this form.
  return value as unknown as SavedRun;
}

/** The JSON of a saved run, of any version; `undefined` for anything else. */
function parsed(file: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `${file} can't be resumed: ${error instanceof Error ? error.message : String(error)}`,
      "--resume takes a file that --save wrote.",
    );
  }
  return isJsonObject(value) && Array.isArray(value.calls) && Array.isArray(value.messages) ? value : undefined;
}

/** Throws a `UsageError` for a file that `--save` would overwrite, and that isn't a saved run. */
export function checkSaveFile(file: string): void {
  const present = statOf(file);
  if (present === undefined || (present.isFile() && (present.size === 0 || isSavedRun(file)))) return;
  throw new UsageError(`${file} exists and is not a saved run, so --save doesn't overwrite it.`, "Name another file.");
}

/** Also `undefined` if nothing can be there: `claim` reports why. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSavedRun(file: string): boolean {
  try {
    return parsed(file) !== undefined;
  } catch {
    return false;
  }
}

/** Stores a state, readable only by its owner, because it contains everything that the model has seen. */
function saveState(file: string, state: AgenticLoopState, { run, key }: { readonly run: RunProgress; readonly key: string }): void {
  try {
    writeFileAtomic(file, `${JSON.stringify(signState({ ...state, run } as SavedRun, key))}\n`, { keepMode: false });
  } catch (error) {
    throw new Error(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const keyForm = /^[0-9a-f]{64}\n?$/;
const purpose = "It signs the runs that --save writes, so that --resume can refuse those that were changed.";

/** The key that signs this user's saved runs, in the folder of their settings. It is created on first use. */
function stateKey(env: Environment): string {
  const file = keyFile(env);
  return readKey(file) ?? makeKey(file);
}

/** The same for a run that was saved before, so a key must exist. */
function stateKeyOf(savedRun: string, env: Environment): string {
  const file = keyFile(env);
  const key = readKey(file);
  if (key !== undefined) return key;
  throw new UsageError(
    `${savedRun} can't be resumed: there is no ${file}, which signs saved runs.`,
    "Only the user who saved a run can resume it.",
  );
}

function keyFile(env: Environment): string {
  const settings = userSettingsFile(env);
  if (settings === undefined)
    throw new UsageError("Neither HOME nor XDG_CONFIG_HOME is set, so there is no folder for the key of saved runs.", purpose);
  return join(dirname(settings), "state.key");
}

function readKey(file: string): string | undefined {
  let text: string;
  try {
    if ((statSync(file).mode & 0o077) !== 0)
      throw new UsageError(`${file} is accessible to other users, who could change your saved runs.`, `Run: chmod 600 ${file}`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`${file} can't be read: ${messageOf(error)}`, purpose);
  }
  if (!keyForm.test(text))
    throw new UsageError(
      `${file} is not a key of toolgen's.`,
      `${purpose} Without the file, a new key is made, and earlier runs can't be resumed.`,
    );
  return text.trim();
}

/** Linked into place when it is complete. If two processes create one, both use the first. */
function makeKey(file: string): string {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
    try {
      linkSync(temporary, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  } catch (error) {
    throw new UsageError(`${file} can't be written: ${messageOf(error)}`, purpose);
  } finally {
    rmSync(temporary, { force: true });
  }
  const key = readKey(file);
  if (key === undefined) throw new UsageError(`${file} was removed at once.`, purpose);
  return key;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Saves the states of a run to a file, and records which one is the last. */
export interface Saving {
  readonly options: Pick<AgenticLoopOptions, "saveState" | "stateKey">;
  readonly saveState: (state: AgenticLoopState) => void;
  readonly release: () => void;
}

interface SavingOptions {
  readonly run: RunProgress;
  /** The file that the run is resumed from, which messages name. */
  readonly savedRun: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens a file for the states of a run. Throws a `UsageError` if the run went on after the state that it resumes. */
export function openSaving(file: string, { run, savedRun, env }: SavingOptions): Saving {
  const key = stateKey(env);
  const record = openRecord(run, { savedRun, env });
  let last = run;
  const save = (state: AgenticLoopState) => {
    last = { ...last, saves: last.saves + 1 };
    saveState(file, state, { run: last, key });
    // If this process ends here, the file can still be resumed: nothing has run since it was written.
    record.write(last, file);
  };
  return { options: { stateKey: key, saveState: save }, saveState: save, release: record.release };
}
