import type { RunOutcome } from "../../contract/run-outcome.js";
import { runProgramAsync } from "../../process/run-program-async.js";
import { contextOf, type ToolEnvironment } from "../../tool/tool-environment.js";
import { lastOutput } from "../quote-start.js";
import { type Discovery, parseDiscovery } from "./parse-discovery.js";
import { mostBytes } from "./result-of-output.js";
import { splitCommand } from "./split-command.js";
import { wholeEnvironment } from "./whole-environment.js";

export interface DiscoveryOptions {
  readonly environment: ToolEnvironment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a discovery command in the workspace, with an empty standard input, and reads the tools that it prints. Rejects
 * when it is aborted.
 */
export async function discoverByCommand(command: string, { environment, timeoutMs, signal }: DiscoveryOptions): Promise<Discovery> {
  const split = splitCommand(command);
  if (!split.ok) return failed(split.message);
  const { workspace, env } = contextOf(environment);
  const call = { program: split.program, args: split.args, cwd: workspace, env: wholeEnvironment(env), stdin: undefined };
  // It has no state to save, so it is killed at the limit without a grace period.
  const outcome = await runProgramAsync(call, { timeoutMs, signal, mostBytes, graceMs: 0 });
  if (outcome.kind === "exited" && outcome.code === 0) return parseDiscovery(outcome.stdout.toString());
  return failed(`${ending(outcome)}${outputSentence(outcome)}`);
}

const failed = (message: string): Discovery => ({ tools: [], problems: [message] });

function ending(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "exited":
      return `It exited with ${outcome.code}.`;
    case "signalled":
      return `It was ended by ${outcome.signal}.`;
    case "timedOut":
      return `It took longer than ${outcome.timeoutMs / 1000} s and was ended.`;
    case "flooded":
      return `It printed more than ${mostBytes / 1024 / 1024} MiB and was ended.`;
    default:
      return outcome.message;
  }
}

function outputSentence(outcome: RunOutcome): string {
  const words = "stderr" in outcome ? lastOutput(outcome.stderr.toString()) : undefined;
  return words === undefined ? "" : ` It said: ${words}`;
}
