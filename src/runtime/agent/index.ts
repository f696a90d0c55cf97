/** What a program that lets models work with tools imports as `toolgen/agent`. It needs the AI SDK (`ai` 6), an optional peer. */

export { runAgenticLoop } from "./agentic-loop.js";
export type { AgenticLoopEvent, RequestedCall } from "./events.js";
export type {
  AgenticLoopLimits,
  AgenticLoopOptions,
  AgenticLoopResult,
  AgenticLoopTools,
  ConfirmableCall,
} from "./options.js";
export type { AgenticLoopCall, AgenticLoopCallResult, AgenticLoopState, AgenticLoopUsage } from "./state.js";
