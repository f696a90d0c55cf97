import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import type { ExitMeaning, ToolDefinition } from "../definition.js";
import type { Ended, RunOutcome } from "../exec/outcome.js";
import type { Limits } from "./cut.js";
import { exitCodes } from "./tool-outcome.js";

/** What a client is to be told, before anything is cut: lines of ours, and outputs of the program with the limits that hold for them. */
export interface Report {
  readonly exitCode: number;
  readonly stdout: readonly Part[];
  readonly stderr: readonly Part[];
}

export type Part = { readonly kind: "line"; readonly text: string } | OutputPart;

export interface OutputPart {
  readonly kind: "output";
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  readonly limits: Limits;
}

/**
 * Decides what a run means to the model (SPEC §8). Success is exit 0 with an empty standard error, for Gemini CLI takes any byte
 * there for failure; so what a successful program warned of joins the text. A failure keeps both streams apart and says how it ended.
 */
export function report(outcome: RunOutcome, tool: ToolDefinition): Report {
  const program = basename(tool.command.program);
  switch (outcome.kind) {
    case "notFound":
      return { exitCode: exitCodes.notFound, stdout: [], stderr: [line(outcome.message)] };
    case "notExecutable":
      return { exitCode: exitCodes.notExecutable, stdout: [], stderr: [line(outcome.message)] };
    case "tooLong":
    case "unstartable":
      return { exitCode: exitCodes.failed, stdout: [], stderr: [line(outcome.message)] };
    case "timedOut":
      return failure(outcome, tool, {
        exitCode: exitCodes.timedOut,
        lines: [`${program} was ended: it took longer than ${duration(outcome.timeoutMs)}.`],
      });
    case "signalled":
      return failure(outcome, tool, {
        exitCode: 128 + signalNumber(outcome.signal),
        lines: [`${program} was ended by ${outcome.signal}.`],
      });
    case "flooded":
      return failure(outcome, tool, {
        exitCode: exitCodes.failed,
        lines: [`${program} was ended: it printed more than 64 MiB. Ask for less.`],
      });
    case "exited":
      return exited(outcome, tool, program);
  }
}

function exited(outcome: Ended & { readonly kind: "exited" }, tool: ToolDefinition, program: string): Report {
  const meaning = Object.hasOwn(tool.exitCodes, outcome.code) ? tool.exitCodes[outcome.code] : undefined;
  if (meaning?.failure ?? outcome.code !== 0) {
    const advice = meaning === undefined ? [] : [meaning.text];
    return failure(outcome, tool, { exitCode: exitCodes.failed, lines: [`${program} exited with code ${outcome.code}.`, ...advice] });
  }
  if (tool.output.format === "json") return jsonResult(outcome, tool, { program, meaning });
  return { exitCode: exitCodes.done, stdout: textResult(outcome, tool, meaning), stderr: [] };
}

function textResult({ stdout, stderr }: Ended, tool: ToolDefinition, meaning: ExitMeaning | undefined): readonly Part[] {
  const { stderr: rule } = tool.output;
  const parts: Part[] = meaning === undefined ? [] : [line(meaning.text)];
  if (!isBlank(stdout)) parts.push(output("stdout", stdout, tool.output));
  if (rule !== "ignore" && !isBlank(stderr)) {
    if (parts.length > 0 && rule !== "merge") parts.push(line("[stderr]"));
    parts.push(output("stderr", stderr, isBlank(stdout) || rule === "merge" ? tool.output : aside(tool.output)));
  }
  return parts.length > 0 ? parts : [line("(no output)")];
}

function jsonResult(
  outcome: Ended,
  tool: ToolDefinition,
  { program, meaning }: { program: string; meaning: ExitMeaning | undefined },
): Report {
  const { stdout } = outcome;
  if (isBlank(stdout) && meaning !== undefined) return { exitCode: exitCodes.done, stdout: [line(meaning.text)], stderr: [] };
  const problem = jsonProblem(stdout);
  if (problem !== undefined)
    return failure(outcome, tool, { exitCode: exitCodes.failed, lines: [`${program} was to print JSON, but ${problem}.`] });
  return { exitCode: exitCodes.done, stdout: [output("stdout", trimmed(stdout), tool.output)], stderr: [] };
}

function jsonProblem(bytes: Buffer): string | undefined {
  if (isBlank(bytes)) return "printed nothing";
  if (!isUtf8(bytes)) return "its output is not UTF-8 text";
  try {
    JSON.parse(bytes.toString("utf8"));
    return undefined;
  } catch (error) {
    return `its output is none: ${error instanceof Error ? error.message.replaceAll("\n", " ") : String(error)}`;
  }
}

function failure(
  { stdout, stderr }: Ended,
  tool: ToolDefinition,
  { exitCode, lines }: { exitCode: number; lines: readonly string[] },
): Report {
  const both: Limits = { ...limitsOf(tool.output), keep: "both" };
  return {
    exitCode,
    stdout: isBlank(stdout) ? [] : [output("stdout", stdout, tool.output)],
    stderr: [...lines.map(line), ...(isBlank(stderr) ? [] : [output("stderr", stderr, both)])],
  };
}

const line = (text: string): Part => ({ kind: "line", text });

function output(stream: "stdout" | "stderr", bytes: Buffer, limits: Limits): Part {
  return { kind: "output", stream, bytes, limits: limitsOf(limits) };
}

const limitsOf = ({ maxLines, maxBytes, keep }: Limits): Limits => ({ maxLines, maxBytes, keep });

/** Warnings beside a result are not to crowd it out; of a long list of them, how it begins and how it ends tells most. */
function aside({ maxLines, maxBytes }: Limits): Limits {
  return { maxLines: Math.min(maxLines, 200), maxBytes: Math.min(maxBytes, 12_000), keep: "both" };
}

const blank = new Set([0x20, 0x09, 0x0a, 0x0d]);
const isBlank = (bytes: Buffer) => bytes.every((byte) => blank.has(byte));

function trimmed(bytes: Buffer): Buffer {
  let [start, end] = [0, bytes.length];
  while (blank.has(bytes[start] ?? -1)) start++;
  while (end > start && blank.has(bytes[end - 1] ?? -1)) end--;
  return bytes.subarray(start, end);
}

const signalNumber = (signal: NodeJS.Signals) => process.getBuiltinModule("node:os").constants.signals[signal];

function duration(ms: number): string {
  if (ms % 60_000 === 0 && ms > 60_000) return `${ms / 60_000} minutes`;
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
