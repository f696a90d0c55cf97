import type { ToolMetadata } from "../contract/tool-metadata.js";
import type { Asking, ConfirmationAnswer, ConfirmationRequest } from "../flow/ask-to-confirm.js";
import type { ToolLookUp } from "../flow/execute-function-call.js";
import type { FunctionDeclaration } from "../tool/function-declaration.js";
import type { AgenticLoopEvent } from "./agentic-loop-event.js";
import type { AgenticLoopLimits } from "./loop-limits.js";
import type { InputMessage, LanguageModel } from "./model-message.js";
import type { StateKey } from "./sign-state.js";
import type { AgenticLoopState } from "./state.js";

/** Where the loop looks tools up, such as a `ToolRegistry`. */
export interface AgenticLoopTools extends ToolLookUp {
  getFunctionDeclarations(modelId?: string): readonly FunctionDeclaration[];
}

/** A call to confirm: the tool by its own name, with its repaired arguments. */
export interface ConfirmableCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The options of `runAgenticLoop`. */
export interface AgenticLoopOptions {
  /** A model of the AI SDK (`ai` 6). */
  readonly model: LanguageModel;
  readonly registry: AgenticLoopTools;
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
  readonly onEvent?: (event: AgenticLoopEvent) => unknown;
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
