import { ToolErrorType } from "../../contract/tool-error-type.js";
import type { ToolResult } from "../../contract/tool-result.js";
import type { JsonObject } from "../../json/json-value.js";
import { runProgramAsync } from "../../process/run-program-async.js";
import { liveOutput } from "../../result/live-output.js";
import type { ExecuteOptions } from "../../tool/execute-options.js";
import { failedResult } from "../../tool/failed-result.js";
import { contextOf, type ToolEnvironment } from "../../tool/tool-environment.js";
import type { Lifetime } from "../lifetime.js";
import { mostBytes, resultOfOutput } from "./result-of-output.js";
import { wholeEnvironment } from "./whole-environment.js";

export interface CallSettings {
  readonly toolCallCommand: string;
  readonly environment: ToolEnvironment;
  readonly callMs: number;
  readonly lifetime: Lifetime;
}

const liveBytes = 32 * 1024;

export interface CommandCall {
  readonly name: string;
  readonly params: JsonObject;
  readonly settings: CallSettings;
  readonly options: ExecuteOptions;
}

/**
 * Calls a discovered tool, as Gemini CLI does: the program's output is the result if it exits with 0 and prints nothing
 * on standard error; any other outcome is a failure with all details. Aborting, the time limit and the end of the
 * registry end the program and everything that it started.
 */
export async function callByCommand({ name, params, settings, options }: CommandCall): Promise<ToolResult> {
  const { toolCallCommand, environment, callMs, lifetime } = settings;
  const { workspace, env } = contextOf(environment);
  const { abortSignal, updateOutput } = options;
  const call = { program: toolCallCommand, args: [name], cwd: workspace, env: wholeEnvironment(env), stdin: JSON.stringify(params) };
  const live = updateOutput && liveOutput(updateOutput, { mostBytes: liveBytes });
  try {
    return await lifetime.run(abortSignal, async (signal) =>
      resultOfOutput(await runProgramAsync(call, { timeoutMs: callMs, signal, mostBytes, ...(live && { onOutput: live.add }) })),
    );
  } catch (error) {
    if (!abortSignal.aborted && !lifetime.isOver) throw error;
    return failedResult(`${name} was cancelled.`, ToolErrorType.DiscoveredToolExecutionError);
  } finally {
    live?.end();
  }
}
