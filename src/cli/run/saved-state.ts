import { readFileSync } from "node:fs";
import type { AgenticLoopOptions } from "../../runtime/agent/options.js";
import type { AgenticLoopState } from "../../runtime/agent/state.js";
import { writeWhole } from "../../runtime/edit/write-whole.js";
import { isJsonObject } from "../../runtime/json.js";
import { UsageError } from "../usage-error.js";

/** What a loop begins with. */
export type Beginning = Pick<AgenticLoopOptions, "prompt" | "messages" | "resume" | "system">;

interface Asked {
  readonly task: string | undefined;
  readonly system: string | undefined;
  /** The absolute path of a state that was saved. */
  readonly resume: string | undefined;
}

/** A task, the rest of a run that was interrupted, or a further task in the same conversation. */
export function beginningOf({ task, system, resume }: Asked): Beginning {
  const own = system === undefined ? {} : { system };
  if (resume === undefined) {
    if (task === undefined)
      throw new UsageError("There is no task.", 'Say what is to be done: toolgen run --model anthropic/claude-opus-4-5 "fix the typos".');
    return { ...own, prompt: task };
  }
  const state = readState(resume);
  if (task === undefined) {
    if (state.calls.length === 0 && state.messages.at(-1)?.role === "assistant")
      throw new UsageError(
        `${resume} has nothing left to carry out: it ends with the model's answer.`,
        `Give a further task, in the same conversation: toolgen run --resume ${resume} "and now the readme"; or "go on", if the answer was cut off.`,
      );
    return { ...own, resume: state };
  }
  if (state.calls.length > 0)
    throw new UsageError(
      `${resume} waits for answers to calls of its last turn.`,
      "Resume it without a task first; a further task can follow then.",
    );
  return { ...(state.system !== undefined && { system: state.system }), ...own, messages: state.messages, prompt: task };
}

/** All of it is checked by the loop; here, only that it may be one. */
function readState(file: string): AgenticLoopState {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `${file} can't be resumed: ${error instanceof Error ? error.message : String(error)}`,
      "--resume takes a file that --save wrote.",
    );
  }
  if (!isJsonObject(value) || !Array.isArray(value.calls) || !Array.isArray(value.messages))
    throw new UsageError(`${file} is no saved run.`, "--resume takes a file that --save wrote.");
  return value as unknown as AgenticLoopState;
}

/** Puts a state away, for its owner alone: it holds all that the model has seen. */
export function saveState(file: string, state: AgenticLoopState): void {
  writeWhole(file, `${JSON.stringify(state)}\n`, { keepMode: false });
}
