import type { AgenticLoopOptions, AgenticLoopResult, AgenticLoopTools } from "../agentic-loop.js";
import {
  abortSignal,
  anything,
  callback,
  checkForm,
  checkOptions,
  list,
  map,
  type OptionForms,
  text,
  toolLookUp,
} from "../tool/check-options.js";
import type { ToolClasses } from "../tool/tool-classes.js";

/**
 * Lets a model work with tools until it has an answer. It asks the model, executes its calls by `executeFunctionCall`,
 * returns the results and asks again. The user confirms calls that require it, and the loop waits or pauses meanwhile.
 * A denied call returns "Tool execution denied by user.", and the model continues. Rejects if the AI SDK (`ai` 6 or 7)
 * isn't installed, and with a `TypeError` for invalid options or an invalid saved state. Every later failure is
 * reported in the result.
 */
export async function runAgenticLoop<TTools extends ToolClasses = ToolClasses>(
  given: AgenticLoopOptions<TTools>,
): Promise<AgenticLoopResult> {
  // The loop knows no tool's types: it gives each result to `onEvent` as it is.
  const options = given as unknown as AgenticLoopOptions;
  checkLoopOptions(options);
  // Loaded on use: most programs that import the runtime execute tools without a loop.
  const { runLoop } = await import("./run-loop.js");
  return runLoop(options);
}

const forms: OptionForms<AgenticLoopOptions> = {
  // Checked where it is used: a text, or an object of a provider.
  model: anything,
  sdk: map,
  registry: toolLookUp,
  system: text,
  prompt: text,
  messages: list,
  resume: anything,
  onToolConfirmationRequired: callback,
  onEvent: callback,
  stateKey: anything,
  saveState: callback,
  signal: abortSignal,
  limits: map,
  modifyWithEditor: callback,
};

/** A misspelt callback must not let calls run that it would have been asked about. */
function checkLoopOptions(options: AgenticLoopOptions): void {
  checkOptions<AgenticLoopOptions>("runAgenticLoop", options, { forms, required: ["registry"] });
  const { getFunctionDeclarations }: Partial<AgenticLoopTools> = options.registry;
  checkForm("`getFunctionDeclarations` of `registry`", getFunctionDeclarations, callback);
}
