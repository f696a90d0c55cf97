import type { ExitMeaning, ToolDefinition } from "../contract/definition.js";
import type { Exited, RunOutcome } from "../contract/run-outcome.js";
import { emptyAnswer, withHeaders } from "./answer-line.late.js";
import { failedExit, unfinished } from "./failed-report.late.js";
import { jsonResult } from "./json-result.late.js";
import { lastStates } from "./last-states.late.js";
import { mcpResult } from "./mcp-result.late.js";
import { mediaResult } from "./media-result.late.js";
import { isBlankBytes, line, output, type Report, type ResultPart } from "./report.js";
import type { ShapedTool } from "./shaped-tool.js";
import type { Limits } from "./within-limits.js";

/**
 * Interprets a run for the model. Success is exit 0 with an empty standard error, because Gemini CLI takes any byte
 * there for failure; warnings of a successful program therefore join the text. A failure keeps both streams apart and
 * says how it ended.
 */
export function interpretOutcome(outcome: RunOutcome, shaped: ShapedTool): Report {
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
