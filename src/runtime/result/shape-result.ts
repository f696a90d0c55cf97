import type { CallResult } from "../contract/call-result.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { bytesOverLimit } from "./bytes-over-limit.js";
import { failedCall } from "./failed-call.late.js";
import { interpretOutcome } from "./interpret-outcome.js";
import { fits, joinParts, wholeOutput } from "./join-parts.js";
import { type FullOutput, keepFullOutput } from "./keep-full-output.late.js";
import { namedMedia } from "./media-line.late.js";
import { isBlankBytes, type KeepFull } from "./report.js";
import type { ShapedTool } from "./shaped-tool.js";

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
