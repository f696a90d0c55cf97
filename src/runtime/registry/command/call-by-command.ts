import type { RunOutcome } from "../../contract/run-outcome.js";
import { ToolErrorType } from "../../contract/tool-error-type.js";
import type { ToolResult } from "../../contract/tool-result.js";
import type { JsonObject } from "../../json/json-value.js";
import { runProgramAsync } from "../../process/run-program-async.js";
import { liveOutput } from "../../result/live-output.js";
import type { ExecuteOptions } from "../../tool/execute-options.js";
import { failedResult } from "../../tool/failed-result.js";
import { contextOf, type ToolEnvironment } from "../../tool/tool-environment.js";
import type { Lifetime } from "../lifetime.js";
import { wholeEnvironment } from "./whole-environment.js";

export interface CallSettings {
  readonly toolCallCommand: string;
  readonly environment: ToolEnvironment;
  readonly callMs: number;
  readonly lifetime: Lifetime;
}

/** The limit of Gemini CLI for the output of a discovery command. */
export const mostBytes = 10 * 1024 * 1024;
const liveBytes = 32 * 1024;
const shownBytes = 20_000;

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
      resultOf(await runProgramAsync(call, { timeoutMs: callMs, signal, mostBytes, ...(live && { onOutput: live.add }) })),
    );
  } catch (error) {
    if (!abortSignal.aborted && !lifetime.isOver) throw error;
    return failedResult(`${name} was cancelled.`, ToolErrorType.DiscoveredToolExecutionError);
  } finally {
    live?.end();
  }
}

function resultOf(outcome: RunOutcome): ToolResult {
  const printed =
    "stdout" in outcome ? { stdout: outcome.stdout.toString(), stderr: outcome.stderr.toString() } : { stdout: "", stderr: "" };
  if (outcome.kind === "exited" && outcome.code === 0 && printed.stderr === "") {
    return { llmContent: printed.stdout, returnDisplay: printed.stdout };
  }
  const text = [
    `Stdout: ${cut(printed.stdout) || "(empty)"}`,
    `Stderr: ${cut(printed.stderr) || "(empty)"}`,
    `Error: ${errorOf(outcome) ?? "(none)"}`,
    `Exit Code: ${outcome.kind === "exited" ? outcome.code : "(none)"}`,
    `Signal: ${outcome.kind === "signalled" ? outcome.signal : "(none)"}`,
  ].join("\n");
  return failedResult(text, ToolErrorType.DiscoveredToolExecutionError);
}

function errorOf(outcome: RunOutcome): string | undefined {
  switch (outcome.kind) {
    case "exited":
    case "signalled":
      return undefined;
    case "timedOut":
      return `It took longer than ${outcome.timeoutMs / 1000} s and was ended.`;
    case "flooded":
      return `It printed more than ${mostBytes / 1024 / 1024} MiB and was ended.`;
    default:
      return outcome.message;
  }
}

function cut(text: string): string {
  return text.length <= shownBytes ? text : `${text.slice(0, shownBytes)}… (${text.length - shownBytes} more characters)`;
}
