import type { UsedAnswers } from "../question-states.js";

/** Used answers that replicas of a server share. */
export interface SharedUsedAnswers extends UsedAnswers {
  close(): void;
}
