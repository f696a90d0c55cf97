import type { RunOutcome } from "../contract/run-outcome.js";
import type { ToolOutcome } from "../contract/tool-outcome.js";
import { interpretOutcome } from "./interpret-outcome.js";
import { joinParts } from "./join-parts.js";
import { keepFullOutput } from "./keep-full-output.late.js";
import { mediaLine } from "./media-line.late.js";
import type { KeepFull } from "./parts.js";
import type { ShapedTool } from "./shaped-tool.js";

/** How a result is rendered. */
export interface Destination {
  /** The environment that names the temporary folder (`TMPDIR`). */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The limit of the text in bytes, if the client has one; without it, the text is safe to write to a pipe at once. */
  readonly mostBytes?: number;
  /** True if images and other media are accepted. Otherwise, the text names a file with them. */
  readonly takesMedia?: boolean;
}

/**
 * Returns the client's result of a run. Full outputs that had to be truncated are stored in files, in the temporary
 * folder that `env` names.
 */
export function renderResult(outcome: RunOutcome, tool: ShapedTool, { env, mostBytes, takesMedia }: Destination): ToolOutcome {
  const { name } = tool.definition;
  const { exitCode, stdout, stderr, media, structured } = interpretOutcome(outcome, tool);
  const keepFull: KeepFull = ({ stream, bytes }) => keepFullOutput({ toolName: name, stream, bytes, env });
  const named = media === undefined || takesMedia ? [] : media.map((one) => mediaLine(one, { toolName: name, env }));
  return {
    exitCode,
    stdout: joinParts(named.length === 0 ? stdout : [...stdout, ...named], keepFull, mostBytes),
    stderr: joinParts(stderr, keepFull, mostBytes),
    ...(media !== undefined && takesMedia && { media }),
    ...(structured !== undefined && { structured }),
  };
}
