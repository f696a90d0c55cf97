import type { SharedOutputs } from "./output-store.js";
import type { SharedTaskStore } from "./task-store.js";

/** State that replicas of a server share. */
export interface SharedState {
  readonly used: UsedAnswers;
  readonly outputs: SharedOutputs;
  readonly tasks: SharedTaskStore;
  close(): void;
}

/** Remembers which answers were taken, so that each is taken once. Replicas of a server share one. */
export interface UsedAnswers {
  /**
   * Returns true the first time. Rejects if it can't be known whether this is the first time. An id may be forgotten
   * after `until`.
   */
  use(id: string, time: QuestionTime): Promise<boolean>;
}

/** When a question was asked, and until when its answer is taken. In milliseconds since 1970. */
export interface QuestionTime {
  readonly since: number;
  readonly until: number;
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
