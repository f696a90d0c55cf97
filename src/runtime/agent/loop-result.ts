import type { ModelMessage } from "./model-message.js";
import type { AgenticLoopState, AgenticLoopUsage } from "./state.js";

/** The result of `runAgenticLoop`: why it ended, the model's last text, and what was called and used. */
export interface AgenticLoopResult {
  /**
   * `completed`: the model has answered and requests no more calls. `paused`: by an answer to a confirmation. `limit`:
   * one of `limits`, or the model's own limit for an answer. `cancelled`: by `signal`. `failed`: by the model's
   * provider, or by a callback.
   */
  readonly status: "completed" | "paused" | "limit" | "cancelled" | "failed";
  /** The text of the model's last turn, even if it was cut off. */
  readonly text: string;
  /** The whole conversation. Each call in it has a result. The result of a call that wasn't executed says so. */
  readonly messages: ModelMessage[];
  readonly usage: AgenticLoopUsage;
  readonly turns: number;
  /** Why the loop ended, unless it is completed; a sentence. */
  readonly reason?: string;
  /** The exception, if the loop has failed. */
  readonly error?: unknown;
  /** The value for `resume`, whatever the status. */
  readonly state: AgenticLoopState;
}

/** The reason why a loop ends. */
export type Ending = Pick<AgenticLoopResult, "status" | "reason" | "error">;
