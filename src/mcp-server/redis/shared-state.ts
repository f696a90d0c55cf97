import type { UsedAnswers } from "../approval/question-states.js";
import type { SharedOutputs } from "../outputs/output-store.js";
import type { SharedTaskStore } from "../tasks/task-store.js";

/** State that replicas of a server share. */
export interface SharedState {
  readonly used: UsedAnswers;
  readonly outputs: SharedOutputs;
  readonly tasks: SharedTaskStore;
  close(): void;
}
