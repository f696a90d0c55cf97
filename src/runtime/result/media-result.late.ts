import { isUtf8 } from "node:buffer";
import type { ExitMeaning, ToolDefinition } from "../contract/definition.js";
import type { Exited } from "../contract/run-outcome.js";
import { emptyAnswer } from "./answer-line.late.js";
import { unreadableResult } from "./failed-report.late.js";
import { otherResult } from "./json-result.late.js";
import { isTextImage, mediaProblem } from "./media-problem.late.js";
import { line, output, type Report } from "./report.js";

interface Promised {
  readonly tool: ToolDefinition;
  readonly meaning: ExitMeaning | undefined;
  readonly kind: "image" | "audio";
}

/** Returns the result of a tool that prints an image or audio. */
export function mediaResult(outcome: Exited, { tool, meaning, kind }: Promised): Report {
  const meaningLines = meaning === undefined ? [] : [line(meaning.text)];
  const { stdout: bytes } = outcome;
  const { mimeType = "application/octet-stream" } = tool.output;
  if (bytes.length > 0) {
    if (isTextImage(mimeType)) return { kind: "done", text: [...meaningLines, output("stdout", bytes, tool.output)] };
    const problem = mediaProblem(bytes, mimeType);
    if (problem === undefined) return { kind: "done", text: meaningLines, media: [{ kind, mimeType, bytes }] };
    // The bytes of another image would only be shown as broken text.
    const shown = isUtf8(bytes) ? outcome : { ...outcome, stdout: Buffer.alloc(0) };
    return otherResult(shown, { tool, meaning }, problem);
  }
  if (meaning === undefined && tool.http !== undefined) return { kind: "done", text: [line(emptyAnswer(outcome.code))] };
  return meaning === undefined ? unreadableResult(outcome, tool, "printed nothing") : { kind: "done", text: meaningLines };
}
