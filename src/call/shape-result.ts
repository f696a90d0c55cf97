import type { CallResult, Exited, FailedCall, NotStarted, RunOutcome, UnfinishedCall } from "../contract/call-result.js";
import type { ExitMeaning, ToolDefinition } from "../contract/definition.js";
import { cutText, type FullOutput, keepFullOutput } from "./output.late.js";
import { renderRefusal } from "./refusal.late.js";
import {
  bytesOverLimit,
  isBlankBytes,
  joinLines,
  type KeepFull,
  type Limits,
  line,
  output,
  type Report,
  type ResultPart,
  type ShapedTool,
} from "./report.js";
import { emptyAnswer, failedCall, failedExit, failureLines, lastStates, unfinished, withHeaders } from "./result/failed-report.late.js";
import { fits, joinParts, wholeOutput } from "./result/join-parts.js";
import { jsonResult } from "./result/json-result.late.js";
import { mcpResult } from "./result/mcp-result.late.js";
import { mediaResult, namedMedia } from "./result/media-result.late.js";
import { denialText } from "./user-settings.late.js";

/** How a result is rendered. */
export interface Destination {
  /** The environment that names the temporary folder (`TMPDIR`). */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The limit of the text in bytes, if the client has one; without it, the text is safe to write to a pipe at once. */
  readonly mostBytes?: number;
  /** True if images and other media are accepted. Otherwise, the text names a file with them. */
  readonly takesMedia?: boolean;
  /** Keeps an output that has to be cut, and returns where it is; by default in a file. */
  readonly keepFull?: (output: FullOutput) => string | undefined;
}

/**
 * Returns the result of a run. Full outputs that had to be cut are stored in files, in the temporary folder that `env`
 * names.
 */
export function shapeResult(outcome: RunOutcome, tool: ShapedTool, destination: Destination): CallResult {
  const text = quietText(outcome, tool);
  return text !== undefined && bytesOverLimit(text, destination.mostBytes) === 0
    ? { kind: "done", text }
    : shapeAny(outcome, tool, destination);
}

/**
 * Returns the output of a program that succeeded and printed nothing but text within the limits; `undefined` for other
 * results. Most are such, and a process that makes one call compiles less for them.
 */
function quietText(outcome: RunOutcome, { definition: { exitCodes, http, output } }: ShapedTool): string | undefined {
  if (outcome.kind !== "exited" || outcome.code !== 0 || http !== undefined || Object.hasOwn(exitCodes, 0)) return undefined;
  const { stdout, stderr, notes, isText } = outcome;
  const { format } = output;
  // What a handler with a result in MCP's format prints beside it isn't for the model.
  const isQuiet = format === "mcp" ? isText : (format === "text" || format === "markdown") && stderr.length === 0;
  // A carriage return may overwrite a line.
  if (!isQuiet || notes !== undefined || stdout.includes(0x0d) || isBlankBytes(stdout)) return undefined;
  return wholeOutput({ bytes: stdout, limits: output });
}

function shapeAny(
  outcome: RunOutcome,
  tool: ShapedTool,
  { env, mostBytes, takesMedia, keepFull: keep = keepFullOutput }: Destination,
): CallResult {
  const { name } = tool.definition;
  const report = interpretOutcome(outcome, tool);
  const keepFull: KeepFull = ({ stream, bytes }) => keep({ toolName: name, stream, bytes, env });
  if (report.kind === "failed") return failedCall(report, { tool: name, keepFull, mostBytes });
  const { text, media, blocks, structured } = report;
  const isWhole = fits(text, { mostBytes });
  const parts = media === undefined || takesMedia ? text : namedMedia({ text, media, ...(isWhole && blocks && { blocks }) }, tool, env);
  return {
    kind: "done",
    text: joinParts(parts, keepFull, { mostBytes }),
    ...(media !== undefined && takesMedia && { media }),
    ...(blocks !== undefined && takesMedia && isWhole && { blocks }),
    ...(structured !== undefined && { structured }),
  };
}

/**
 * Interprets a run for the model. Success is exit 0 with an empty standard error, because Gemini CLI takes any byte
 * there for failure; warnings of a successful program therefore join the text. A failure keeps both streams apart and
 * says how it ended.
 */
function interpretOutcome(outcome: RunOutcome, shaped: ShapedTool): Report {
  const { headers } = shaped.definition.output;
  const report = reportOf(outcome, shaped);
  return headers === undefined ? report : withHeaders(report, outcome, headers);
}

function reportOf(outcome: RunOutcome, { definition: tool, validateOutput }: ShapedTool): Report {
  if (outcome.kind !== "exited") return unfinished(outcome, tool);
  const meaning = Object.hasOwn(tool.exitCodes, outcome.code) ? tool.exitCodes[outcome.code] : undefined;
  if (meaning?.failure ?? isFailure(outcome.code, tool)) return failedExit(outcome, tool, meaning);
  switch (tool.output.format) {
    case "text":
    case "markdown":
      return { kind: "done", text: textResult(outcome, tool, meaning) };
    case "json":
    case "jsonl":
      return jsonResult(outcome, { tool, meaning, validateOutput });
    case "image":
    case "audio":
      return mediaResult(outcome, { tool, meaning, kind: tool.output.format });
    case "mcp":
      return mcpResult(outcome, { tool, meaning, validateOutput });
  }
}

/** A program succeeds with 0, a request with any status of success. */
const isFailure = (code: number, { http }: ToolDefinition) => (http === undefined ? code !== 0 : code < 200 || code > 299);

function textResult(
  { code, stdout: printed, stderr: warned, notes = [], isKept }: Exited,
  tool: ToolDefinition,
  meaning: ExitMeaning | undefined,
): readonly ResultPart[] {
  const { stderr: rule, verbatim = false } = tool.output;
  const stdout = showsStates(tool) ? shownStates(printed, tool.output) : printed;
  const stderr = verbatim ? warned : shownStates(warned, tool.output);
  const parts: ResultPart[] = meaning === undefined ? [] : [line(meaning.text)];
  if (verbatim || !isBlankBytes(stdout)) parts.push({ ...output("stdout", stdout, tool.output), isKept });
  if (rule !== "ignore" && !(verbatim && rule === "onError") && !isBlankBytes(stderr)) {
    if (parts.length > 0 && rule !== "merge") parts.push(line("[stderr]"));
    parts.push(output("stderr", stderr, isBlankBytes(stdout) || rule === "merge" ? tool.output : aside(tool.output)));
  }
  parts.push(...notes.map(line));
  return parts.length > 0 ? parts : [line(tool.http === undefined ? "(no output)" : emptyAnswer(code))];
}

/** Most outputs have no carriage return, and need no module that a usual call doesn't load. */
const shownStates = (bytes: Buffer, limits: Limits) => (bytes.includes("\r") ? lastStates(bytes, limits) : bytes);

/** The text of a handler, of a server and of a resource is data, in which nothing overwrites anything. */
const showsStates = ({ command, output: { verbatim } }: ToolDefinition) =>
  command !== undefined && command.handler === undefined && verbatim !== true;

/** Warnings must not crowd out the result; of a long list of them, the beginning and the end are kept. */
function aside({ maxLines, maxBytes }: Limits): Limits {
  return { maxLines: Math.min(maxLines, 200), maxBytes: Math.min(maxBytes, 12_000), keep: "both" };
}

/**
 * Renders why a call isn't done: the text that every client shows its model. What a failed program printed on standard
 * error is at its end; what it printed on standard output isn't in it.
 */
export function callResultText(result: UnfinishedCall): string {
  const text = textOf(result);
  return result.unlogged === undefined ? text : joinLines(text, `${result.unlogged}\n`);
}

function textOf(result: UnfinishedCall): string {
  switch (result.kind) {
    case "refused":
      return `${renderRefusal(result.tool, result.refusal)}\n`;
    case "denied": {
      const { denial, tool } = result;
      return denial.code === "refused-before" ? callResultText(denial.before) : `${denialText(tool, denial)}\n`;
    }
    case "failed": {
      const { tool, reason, notes = [], stderr } = result;
      return joinLines([...failureLines(tool, reason), ...notes].map((line) => `${line}\n`).join(""), stderr);
    }
  }
}

/** The exit code and the output of the `call` program. */
export interface ProgramOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Exit codes of `call` that don't depend on the tool. */
export const callExitCodes = { done: 0, failed: 1, refused: 2, internal: 70, timedOut: 124, notExecutable: 126, notFound: 127 } as const;

/** Renders the result of a call as the output of a program. */
export function programOutput(result: CallResult): ProgramOutput {
  if (result.kind === "done") return { exitCode: callExitCodes.done, stdout: result.text, stderr: "" };
  const text = callResultText(result);
  // Only lines of a spec's author can be that long.
  const stderr = bytesOverLimit(text) === 0 ? text : cutText(text);
  if (result.kind !== "failed") return { exitCode: callExitCodes.refused, stdout: "", stderr };
  return { exitCode: failureCode(result), stdout: result.stdout, stderr };
}

/** Renders the reason why a call can't be prepared. Its exit code is always that of a refusal, because nothing ran. */
export const unpreparedOutput = (result: CallResult): ProgramOutput => ({ ...programOutput(result), exitCode: callExitCodes.refused });

/** Says on standard error why nothing was run. */
export const refusedOutput = (stderr: string): ProgramOutput => ({ exitCode: callExitCodes.refused, stdout: "", stderr });

function failureCode({ reason }: FailedCall): number {
  switch (reason.code) {
    case "timed-out":
    case "slow-arguments":
      return callExitCodes.timedOut;
    case "signalled":
      return 128 + process.getBuiltinModule("node:os").constants.signals[reason.signal];
    case "not-started":
      return startCodes[reason.kind];
    default:
      return callExitCodes.failed;
  }
}

const startCodes: Readonly<Record<NotStarted["kind"], number>> = {
  notFound: callExitCodes.notFound,
  notExecutable: callExitCodes.notExecutable,
  unavailable: callExitCodes.failed,
  tooLong: callExitCodes.failed,
  unstartable: callExitCodes.failed,
};

/** Sequences that move a cursor or choose a colour, and other characters that no line of text has. */
const control = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)?|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/gu;

/** How much of the end of an output is searched for a line that isn't empty. */
const lookedAt = 4096;

/**
 * Returns the last line that isn't empty, as a terminal would show it, truncated to so many characters; text that a
 * carriage return overwrote is dropped. `""` if there is none.
 */
export function lastLine(output: string, longest = 200): string {
  const line =
    output
      .slice(-lookedAt)
      .split(/[\r\n]+/)
      .findLast((each) => plain(each) !== "") ?? "";
  const text = plain(line);
  return text.length <= longest
    ? text
    : `${text
        .slice(0, longest - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}

const plain = (line: string) => line.replace(control, " ").replace(/\s+/g, " ").trim();
