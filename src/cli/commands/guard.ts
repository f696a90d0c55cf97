import { constants } from "node:os";
import type { ParsedParams } from "../../call/call-arguments.js";
import { extractors } from "../../call/filter-options.js";
import { runPreparedCall } from "../../call/run-call.js";
import { splitPipeline } from "../../call/split-pipeline.js";
import type { Ended } from "../../contract/call-result.js";
import { wholeEnvironment } from "../../contract/process.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { answerLines, requireStdin } from "../io/input.js";
import { interruptible } from "../io/interruptible.js";
import type { Terminal } from "../io/terminal.js";

export interface GuardRequest extends GlobalOptions {
  /** The command; `undefined` if commands come on standard input. */
  readonly command: string | undefined;
  readonly run?: true;
  /** Milliseconds after which a command counts as slow. */
  readonly slow: number;
}

/** The result for a command: one line of `toolgen guard`. */
export type GuardDecision =
  | { readonly strip: boolean; readonly cleaned: string; readonly pipeline: string; readonly reason: string }
  | { readonly error: string };

/**
 * `toolgen guard`: shows which filters at the end of shell commands are found, or runs a command and shows what a model
 * gets.
 */
export async function guard(request: GuardRequest, terminal: Terminal): Promise<number> {
  const { command, run } = request;
  if (run) {
    if (command === undefined) throw new UsageError("--run runs one command.", "Name it: toolgen guard --run 'npm test | tail -5'");
    return interruptible((signal) => runOne({ command, slowMs: request.slow, signal }, terminal));
  }
  if (command !== undefined) {
    terminal.out(`${JSON.stringify(decisionOf({ ok: true, value: command }))}\n`);
    return exitCode.done;
  }
  requireStdin(terminal);
  return answerLines({ input: terminal.stdin.stream, output: terminal.stdout }, decisionOf);
}

/** If a command runs unchanged, `cleaned` is all of it. */
function decisionOf(line: ParsedParams): GuardDecision {
  if (!line.ok) return { error: `The line is not valid JSON. ${expected}` };
  if (typeof line.value !== "string") return { error: expected };
  const split = splitPipeline(line.value);
  if (!split.strip) return { strip: false, cleaned: line.value, pipeline: "", reason: split.reason };
  const { strip, cleaned, pipeline, reason } = split;
  return { strip, cleaned, pipeline, reason };
}

const expected = 'Each line must be a command as a JSON string, such as "npm test | tail -5".';

interface OneRun {
  readonly command: string;
  readonly slowMs: number;
  readonly signal: AbortSignal;
}

/** Exits with the command's exit code. */
async function runOne({ command, slowMs, signal }: OneRun, terminal: Terminal): Promise<number> {
  const { launchDir, environment, out, err } = terminal;
  const env = wholeEnvironment(environment);
  const rules = { param: "command", slowMs, extractors };
  const call = { program: "bash", args: ["-c", command], cwd: launchDir, stdin: undefined, env, params: {}, summary: undefined };
  const options = { env: environment, timeoutMs: longestMs, signal };
  const outcome = await runPreparedCall({ ...call, guard: { rules, command } }, options).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (outcome === undefined) return exitCode.done;
  if (!("stdout" in outcome)) throw new UsageError(outcome.message);
  const { stdout, stderr, notes = [], notices = [] } = outcome;
  out(stdout.toString());
  err([stderr.toString(), ...notices.map((notice) => `toolgen: ${notice}\n`)].join(""));
  out(notes.map((note) => `${note}\n`).join(""));
  return codeOf(outcome);
}

const longestMs = 24 * 3_600_000;

function codeOf(outcome: Ended): number {
  if (outcome.kind === "exited") return outcome.code;
  return outcome.kind === "signalled" ? 128 + constants.signals[outcome.signal] : exitCode.failed;
}
