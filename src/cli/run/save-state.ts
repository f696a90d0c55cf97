import { readFileSync, type Stats, statSync } from "node:fs";
import type { AgenticLoopOptions } from "../../runtime/agent/loop-options.js";
import { versionProblem } from "../../runtime/agent/read-state.js";
import { signatureProblem, signState } from "../../runtime/agent/sign-state.js";
import type { AgenticLoopState } from "../../runtime/agent/state.js";
import { writeFileAtomic } from "../../runtime/io/write-file-atomic.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { UsageError } from "../usage-error.js";
import { newRun, progressIn, type RunProgress } from "./run-record.js";
import { stateKeyOf } from "./state-key.js";

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
export function saveState(file: string, state: AgenticLoopState, { run, key }: { readonly run: RunProgress; readonly key: string }): void {
  try {
    writeFileAtomic(file, `${JSON.stringify(signState({ ...state, run } as SavedRun, key))}\n`, { keepMode: false });
  } catch (error) {
    throw new Error(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
