import type { AgenticLoopOptions, AgenticLoopResult } from "../agentic-loop.js";

/**
 * Lets a model work with tools until it has an answer. It asks the model, executes its calls by `executeFunctionCall`,
 * returns the results and asks again. The user confirms calls that require it, and the loop waits or pauses meanwhile.
 * A denied call returns "Tool execution denied by user.", and the model continues. Rejects if the AI SDK (`ai` 6 or 7)
 * isn't installed, and with a `TypeError` for invalid options or an invalid saved state. Every later failure is
 * reported in the result.
 */
export async function runAgenticLoop(options: AgenticLoopOptions): Promise<AgenticLoopResult> {
  // Loaded on use: most programs that import the runtime execute tools without a loop.
  const { runLoop } = await import("./run-loop.js");
  return runLoop(options);
}
