import type { ExitMeaning, ToolDefinition } from "../contract/definition.js";
import type { Exited } from "../contract/run-outcome.js";
import { unreadableResult } from "./failed-report.late.js";
import { line, type Report } from "./report.js";

interface Promised {
  readonly tool: ToolDefinition;
  readonly meaning: ExitMeaning | undefined;
  readonly kind: "image" | "audio";
}

/** Returns the result of a tool that prints an image or audio. */
export function mediaResult(outcome: Exited, { tool, meaning, kind }: Promised): Report {
  const meaningLines = meaning === undefined ? [] : [line(meaning.text)];
  const { stdout: bytes } = outcome;
  if (bytes.length > 0) {
    const { mimeType = "application/octet-stream" } = tool.output;
    return { kind: "done", text: meaningLines, media: [{ kind, mimeType, bytes }] };
  }
  return meaning === undefined ? unreadableResult(outcome, tool, "printed nothing") : { kind: "done", text: meaningLines };
}
