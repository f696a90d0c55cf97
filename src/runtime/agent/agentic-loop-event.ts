import type { FunctionCallOutcome } from "../flow/function-call-outcome.js";
import type { JsonValue } from "../json/json-value.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";
import type { AgenticLoopUsage } from "./state.js";

/** A call as the model made it. The name may be unknown, and arguments that aren't JSON are a text. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonValue;
}

/** The events of a loop, as they happen. */
export type AgenticLoopEvent =
  /** More text of the model. */
  | { readonly type: "text"; readonly text: string }
  /** More of the model's reasoning, if its provider reports it. */
  | { readonly type: "reasoning"; readonly text: string }
  /** The model has made a call. Nothing is decided yet. */
  | { readonly type: "call"; readonly call: RequestedCall }
  /**
   * A tool starts: the call is valid, and confirmed if that was required. `cancel` ends this call and every process
   * that it started; the model is told that the call was cancelled, and continues.
   */
  | {
      readonly type: "started";
      readonly call: RequestedCall;
      readonly tool: AnyDeclarativeTool;
      readonly invocation: AnyToolInvocation;
      readonly cancel: () => void;
    }
  /** All output so far, at most ten times a second. */
  | { readonly type: "output"; readonly call: RequestedCall; readonly output: string }
  /** The outcome of a call, also of a denied or refused one. */
  | { readonly type: "result"; readonly call: RequestedCall; readonly outcome: FunctionCallOutcome }
  /**
   * The model has ended a turn, and its calls are executed next. `usage` is that of the turn, `total` that of the loop.
   */
  | { readonly type: "turn"; readonly turn: number; readonly usage: AgenticLoopUsage; readonly total: AgenticLoopUsage }
  /** The model's provider warns that it ignores something. */
  | { readonly type: "warning"; readonly message: string };

export type ReportEvent = (event: AgenticLoopEvent) => void;
