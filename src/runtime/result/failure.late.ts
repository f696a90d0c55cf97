import { basename } from "node:path";
import type { ExitMeaning, OutputFormat, ToolDefinition } from "../contract/definition.js";
import type { Ended, Exited, RunOutcome } from "../contract/run-outcome.js";
import { exitCodes } from "../contract/tool-outcome.js";
import { onlyUserCan } from "../refusal/refusal.late.js";
import type { Limits } from "./limits.js";
import { isBlankBytes, line, output, type Report } from "./parts.js";

/** The report of a program that did not start, or that was ended before it exited. */
export function unfinished(outcome: Exclude<RunOutcome, Exited>, tool: ToolDefinition): Report {
  const program = actor(tool);
  switch (outcome.kind) {
    case "notFound":
      return unavailable(exitCodes.notFound, [outcome.message, ...installation(tool)], tool);
    case "notExecutable":
      return unavailable(exitCodes.notExecutable, [outcome.message], tool);
    case "unavailable":
      return unavailable(exitCodes.failed, [outcome.message], tool);
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
        lines: [`${program} was ended: ${tool.http === undefined ? "it printed" : "its answer is"} more than 64 MiB. Ask for less.`],
      });
  }
}

/** The report of a program that no arguments could start. */
function unavailable(exitCode: number, lines: readonly string[], { name }: ToolDefinition): Report {
  return { exitCode, stdout: [], stderr: [...lines, `Nothing was run. ${onlyUserCan(name)}`].map(line) };
}

/** The report of a program whose exit code is a failure: `meaning` is the spec's advice about it. */
export function failedExit(outcome: Exited, tool: ToolDefinition, meaning: ExitMeaning | undefined): Report {
  const told = tool.http === undefined ? exited(outcome.code, tool) : [answered(outcome.code)];
  return failure(outcome, tool, { exitCode: exitCodes.failed, lines: meaning === undefined ? told : [...told, meaning.text] });
}

/** A handler reports its failure itself; its exit code adds nothing. */
const exited = (code: number, tool: ToolDefinition) =>
  tool.command?.handler === undefined ? [`${actor(tool)} exited with code ${code}.`] : [];

/** The report of a program that succeeded with output that its tool doesn't promise: `problem` follows "but". */
export function unreadableResult(outcome: Exited, tool: ToolDefinition, problem: string): Report {
  const lines = [
    `${actor(tool)} must ${tool.http === undefined ? "print" : "answer with"} ${promises[tool.output.format]}, but ${problem}.`,
  ];
  return failure(outcome, tool, { exitCode: exitCodes.failed, lines });
}

/** The name of the tool's implementation in messages. */
const actor = ({ command }: ToolDefinition) => (command === undefined ? "The request" : basename(command.program));

/** `The server answered 404 Not Found.` */
function answered(status: number): string {
  const words = process.getBuiltinModule("node:http").STATUS_CODES[status];
  return `The server answered ${words === undefined ? status : `${status} ${words}`}.`;
}

const promises: Readonly<Record<OutputFormat, string>> = {
  text: "text",
  markdown: "Markdown",
  json: "JSON",
  jsonl: "JSON on each line",
  image: "an image",
  audio: "a sound",
  mcp: "a CallToolResult of MCP in JSON",
};

/** Makes a failure: the program's standard output, and on standard error the report before the program's own. */
export function failure(
  { stdout, stderr, notes = [], isKept }: Pick<Ended, "stdout" | "stderr" | "notes" | "isKept">,
  tool: ToolDefinition,
  { exitCode, lines }: { exitCode: number; lines: readonly string[] },
): Report {
  const both: Limits = { ...tool.output, keep: "both" };
  return {
    exitCode,
    stdout: isBlankBytes(stdout) ? [] : [{ ...output("stdout", stdout, tool.output), isKept }],
    stderr: [...[...lines, ...notes].map(line), ...(isBlankBytes(stderr) ? [] : [output("stderr", stderr, both)])],
  };
}

const installation = ({ install }: ToolDefinition) => (install ? [`How to install it: ${install}`] : []);

const signalNumber = (signal: NodeJS.Signals) => process.getBuiltinModule("node:os").constants.signals[signal];

function duration(ms: number): string {
  if (ms % 60_000 === 0 && ms > 60_000) return `${ms / 60_000} minutes`;
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
