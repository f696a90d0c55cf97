import type { JsonValue } from "../contract/json-value.js";
import type { ToolMetadata } from "../contract/risk.js";
import type { FunctionDeclaration } from "../contract/tool-result.js";
import type { Asking, ConfirmationAnswer, ConfirmationRequest } from "./ask-to-confirm.js";
import type { AgenticLoopState, AgenticLoopUsage, InputMessage, LanguageModel, ModelMessage, StateKey } from "./loop-state.js";
import type { AnyDeclarativeTool } from "./tool/declarative-tool.js";
import type { ToolLookUp } from "./tool/execute-function-call.js";
import type { OutcomeOf, ToolClasses } from "./tool/tool-classes.js";
import type { AnyToolInvocation } from "./tool/tool-invocation.js";

/** Where the loop looks tools up, such as a `ToolRegistry`. */
export interface AgenticLoopTools<TTools extends ToolClasses = ToolClasses> extends ToolLookUp<TTools> {
  getFunctionDeclarations(modelId?: string): readonly FunctionDeclaration[];
}

/** A call to confirm: the tool by its own name, with its repaired arguments. */
export interface ConfirmableCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The options of `runAgenticLoop`. */
export interface AgenticLoopOptions<TTools extends ToolClasses = ToolClasses> {
  /** A model of the AI SDK (`ai` 6 or 7). */
  readonly model: LanguageModel;
  /** The module `ai` itself, for a bundle in one file: by default it is loaded from `node_modules`. */
  readonly sdk?: object;
  /** A `ToolRegistry<typeof tools>` gives the results in events the types of their tools. */
  readonly registry: AgenticLoopTools<TTools>;
  /** The system prompt. */
  readonly system?: string;
  /** The user's prompt; after `messages`, if there are any. */
  readonly prompt?: string;
  /** A conversation to continue: the SDK's `ModelMessage`s, such as those of a result. */
  readonly messages?: readonly InputMessage[];
  /**
   * The state of a loop that has paused or ended, instead of `prompt` and `messages`. Undecided calls in it are
   * confirmed again.
   */
  readonly resume?: AgenticLoopState;
  /**
   * Called for one call at a time, before a tool runs that requires confirmation. `true` approves, `false` denies.
   * `"pause"` ends the loop without a decision. Other answers are those of `ConfirmationAnswer`. `request.details` is
   * what to show; `request.signal` is aborted when the answer is no longer needed. If the callback rejects or returns
   * anything else, the tool doesn't run, and the loop fails. Without the callback, calls that require confirmation are
   * approved. Denied calls stay denied.
   */
  onToolConfirmationRequired?(
    toolCall: ConfirmableCall,
    metadata: ToolMetadata,
    request: ConfirmationRequest,
  ): Promise<boolean | ConfirmationAnswer | "pause">;
  /** Receives events. If it throws, or returns a promise that rejects, the loop ends as `failed`. */
  readonly onEvent?: (event: AgenticLoopEvent<TTools>) => unknown;
  /**
   * Signs states, and rejects one to resume that wasn't signed with it. Without it, only the form of a state is
   * checked.
   */
  readonly stateKey?: StateKey;
  /**
   * Stores the state: at the start, after each turn, and before and after each call. The loop waits for it, and ends as
   * `failed` if it throws. `resume` doesn't repeat a call that was stored as started and never as finished, unless its
   * tool only reads: the model is asked to find out what the call did.
   */
  readonly saveState?: (state: AgenticLoopState) => void | Promise<void>;
  /** Aborting ends the loop: first the running tools, then the rest. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<AgenticLoopLimits>;
  /** Lets the user edit proposed content; by default with the editor that `VISUAL` or `EDITOR` names. */
  readonly modifyWithEditor?: Asking["modifyWithEditor"];
}

/** The limits of a loop. `Infinity` removes a limit. */
export interface AgenticLoopLimits {
  /** Turns of the model. By default 50. */
  readonly turns: number;
  /**
   * Input and output tokens of all turns together, as the provider counts them. An answer that exceeds the limit is
   * aborted; until the provider has counted, four bytes are one token. By default 2,000,000.
   */
  readonly tokens: number;
  /** By default half an hour, including the time spent waiting for answers. */
  readonly milliseconds: number;
  /**
   * After this many equal calls in a row (or rounds of two, three or four calls), the loop tells the model so; at twice
   * that the loop ends. By default 3.
   */
  readonly repeats: number;
  /** Calls that run at the same time. By default 8. */
  readonly parallel: number;
}

const defaults: AgenticLoopLimits = { turns: 50, tokens: 2_000_000, milliseconds: 30 * 60_000, repeats: 3, parallel: 8 };

/** Returns the limits of a loop. Throws a `TypeError` for invalid limits. */
export function loopLimits(given: Partial<AgenticLoopLimits> = {}): AgenticLoopLimits {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits = { ...defaults, ...Object.fromEntries(defined) };
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaults, name)) throw new TypeError(`limits.${name} is unknown: there are ${Object.keys(defaults).join(", ")}.`);
    if (value !== Number.POSITIVE_INFINITY && !(Number.isInteger(value) && value > 0)) {
      throw new TypeError(`limits.${name} must be a whole number above 0, or Infinity, and is ${String(value)}.`);
    }
  }
  return limits;
}

/** A call as the model made it. The name may be unknown, and arguments that aren't JSON are a text. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonValue;
}

/** The events of a loop, as they happen. */
export type AgenticLoopEvent<TTools extends ToolClasses = ToolClasses> =
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
  | { readonly type: "result"; readonly call: RequestedCall; readonly outcome: OutcomeOf<TTools> }
  /**
   * The model has ended a turn, and its calls are executed next. `usage` is that of the turn, `total` that of the loop.
   */
  | { readonly type: "turn"; readonly turn: number; readonly usage: AgenticLoopUsage; readonly total: AgenticLoopUsage }
  /** The model's provider warns that it ignores something. */
  | { readonly type: "warning"; readonly message: string };

export type ReportEvent = (event: AgenticLoopEvent) => void;

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
