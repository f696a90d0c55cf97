import type { AgenticLoopOptions } from "../../runtime/agent/loop-options.js";
import type { AgenticLoopState } from "../../runtime/agent/state.js";
import { openRecord, type RunProgress } from "./run-record.js";
import { saveState } from "./save-state.js";
import { stateKey } from "./state-key.js";

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
