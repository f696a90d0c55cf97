import type { ExitMeaning, ToolDefinition } from "../definition.js";
import type { Exited, RunOutcome } from "../exec/outcome.js";
import { failedExit, unfinished } from "./failure.js";
import { jsonResult } from "./json-result.js";
import type { Limits } from "./limits.js";
import { isBlank, line, output, type Part, type Report } from "./parts.js";
import { exitCodes } from "./tool-outcome.js";

/**
 * Decides what a run means to the model (SPEC §8). Success is exit 0 with an empty standard error, for Gemini CLI takes any byte
 * there for failure; so what a successful program warned of joins the text. A failure keeps both streams apart and says how it ended.
 */
export function report(outcome: RunOutcome, tool: ToolDefinition): Report {
  if (outcome.kind !== "exited") return unfinished(outcome, tool);
  const meaning = Object.hasOwn(tool.exitCodes, outcome.code) ? tool.exitCodes[outcome.code] : undefined;
  if (meaning?.failure ?? outcome.code !== 0) return failedExit(outcome, tool, meaning);
  if (tool.output.format === "json") return jsonResult(outcome, tool, meaning);
  return { exitCode: exitCodes.done, stdout: textResult(outcome, tool, meaning), stderr: [] };
}

function textResult({ stdout, stderr }: Exited, tool: ToolDefinition, meaning: ExitMeaning | undefined): readonly Part[] {
  const { stderr: rule } = tool.output;
  const parts: Part[] = meaning === undefined ? [] : [line(meaning.text)];
  if (!isBlank(stdout)) parts.push(output("stdout", stdout, tool.output));
  if (rule !== "ignore" && !isBlank(stderr)) {
    if (parts.length > 0 && rule !== "merge") parts.push(line("[stderr]"));
    parts.push(output("stderr", stderr, isBlank(stdout) || rule === "merge" ? tool.output : aside(tool.output)));
  }
  return parts.length > 0 ? parts : [line("(no output)")];
}

/** Warnings beside a result are not to crowd it out; of a long list of them, how it begins and how it ends tells most. */
function aside({ maxLines, maxBytes }: Limits): Limits {
  return { maxLines: Math.min(maxLines, 200), maxBytes: Math.min(maxBytes, 12_000), keep: "both" };
}
