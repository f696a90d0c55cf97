import type { FunctionCallOutcome } from "../flow/function-call-outcome.js";
import type { JsonValue } from "../json/json-value.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";
import type { AgenticLoopUsage } from "./state.js";

/** A call as the model made it: not every name is a tool's, and arguments that aren't JSON are a text. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonValue;
}

/** The events of a loop, as they happen. */
export type AgenticLoopEvent =
  /** More of what the model says. */
  | { readonly type: "text"; readonly text: string }
  /** More of what it thinks, where its provider tells. */
  | { readonly type: "reasoning"; readonly text: string }
  /** It has made a call. Nothing is decided yet. */
  | { readonly type: "call"; readonly call: RequestedCall }
  /**
   * A tool runs: the call is in order, and was confirmed where that is needed. `cancel` ends this call alone, with all that it has started; the model is told that it
   * was cancelled, and goes on.
   */
  | {
      readonly type: "started";
      readonly call: RequestedCall;
      readonly tool: AnyDeclarativeTool;
      readonly invocation: AnyToolInvocation;
      readonly cancel: () => void;
    }
  /** All of its output so far, ten times a second at most. */
  | { readonly type: "output"; readonly call: RequestedCall; readonly output: string }
  /** The outcome of a call, also of a denied or refused one. */
  | { readonly type: "result"; readonly call: RequestedCall; readonly outcome: FunctionCallOutcome }
  /**
   * The model has ended a turn, and its calls are executed next. `usage` is that of the turn, `total` that of the loop.
   */
  | { readonly type: "turn"; readonly turn: number; readonly usage: AgenticLoopUsage; readonly total: AgenticLoopUsage }
  /** The model's provider says that it leaves something out. */
  | { readonly type: "warning"; readonly message: string };

export type ReportEvent = (event: AgenticLoopEvent) => void;
