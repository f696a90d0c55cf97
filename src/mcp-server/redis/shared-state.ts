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

const name = "SharedStateError";

/**
 * Shared state that can't be reached. `redis.cjs` and `server.cjs` each contain this class, so `instanceof` fails
 * between them, and errors are known by their name.
 */
export class SharedStateError extends Error {
  override readonly name = name;
}

export const isSharedStateError = (error: unknown): boolean => error instanceof Error && error.name === name;
