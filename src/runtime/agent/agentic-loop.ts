import type { AgenticLoopOptions, AgenticLoopResult } from "./options.js";

/**
 * Lets a model work with tools until it has an answer: it is asked, what it calls is carried out by `executeFunctionCall`, it is told what came of it and asked
 * again. Before a tool that is to be confirmed somebody is asked, and the loop waits or pauses; a call that is denied is answered with "Tool execution denied by
 * user.", and the model goes on. Rejects where the AI SDK (`ai` 6) isn't installed, and with a `TypeError` for options or a saved state that can't be meant;
 * whatever happens later is a result.
 */
export async function runAgenticLoop(options: AgenticLoopOptions): Promise<AgenticLoopResult> {
  // Loaded when it is used: most programs that import the runtime run tools, and no loop.
  const { runLoop } = await import("./run-loop.js");
  return runLoop(options);
}
