import type { ToolDefinition } from "../definition.js";
import type { RunOutcome } from "../exec/outcome.js";
import { compose } from "./compose.js";
import { keepFullOutput } from "./keep-full-output.js";
import type { KeepFull } from "./parts.js";
import { report } from "./report.js";
import type { ToolOutcome } from "./tool-outcome.js";

/**
 * What the client gets of a run. Outputs that had to be cut are kept whole in files, in the temporary folder that `env` names. Each text
 * is at most `mostBytes` long where that matters to the client: without it, safe to be written to a pipe at once.
 */
export function shape(
  outcome: RunOutcome,
  tool: ToolDefinition,
  env: Readonly<Record<string, string | undefined>>,
  mostBytes?: number,
): ToolOutcome {
  const { exitCode, stdout, stderr } = report(outcome, tool);
  const keepFull: KeepFull = ({ stream, bytes }) => keepFullOutput({ toolName: tool.name, stream, bytes, env });
  return { exitCode, stdout: compose(stdout, keepFull, mostBytes), stderr: compose(stderr, keepFull, mostBytes) };
}
