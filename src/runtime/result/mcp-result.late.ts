import type { Media } from "../contract/call-result.js";
import type { ExitMeaning, ToolDefinition, Validator } from "../contract/definition.js";
import type { Exited } from "../contract/run-outcome.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { isArray } from "../json/selector.js";
import { toStructuredContent } from "../json/structured-content.js";
import { otherAnswer } from "./answer-line.late.js";
import { contentBlocks, isPlainText, showableContent } from "./content-blocks.late.js";
import { contentTexts } from "./content-texts.js";
import { failedReport, unreadableResult } from "./failed-report.late.js";
import { declaredPart, isRemote, readValue } from "./json-result.late.js";
import { isBlankBytes, line, output, type Report, type ResultPart } from "./report.js";

interface Promised {
  readonly tool: ToolDefinition;
  readonly meaning: ExitMeaning | undefined;
  readonly validateOutput: Validator | undefined;
}

/**
 * Returns the result of a tool that prints a `CallToolResult` of MCP: its texts, its media, and its structured content,
 * to which `output.select` and `output.schema` apply here. `isError` makes it a failure.
 */
export function mcpResult(outcome: Exited, { tool, meaning, validateOutput }: Promised): Report {
  if (outcome.isText) return { kind: "done", text: textParts(outcome.stdout, tool) };
  if (isBlankBytes(outcome.stdout) && meaning !== undefined) return { kind: "done", text: [line(meaning.text)] };
  const read = readValue(outcome.stdout);
  if (!read.ok) return unreadableResult(outcome, tool, read.problem);
  const given = isJsonObject(read.value) ? read.value.content : undefined;
  if (!isJsonObject(read.value) || !isArray(given)) return unreadableResult(outcome, tool, "its output has no `content`, a list");
  const { isError, structuredContent } = read.value;
  const content = given.map(showableContent);
  const text = Buffer.from(contentTexts(content).join("\n"));
  if (isError === true) return failedReport({ stdout: Buffer.alloc(0), stderr: text }, tool, { code: "reported" });
  const data = structuredContent === undefined ? undefined : declaredPart(structuredContent, { tool, validateOutput });
  if (data?.ok === false)
    return isRemote(tool)
      ? { kind: "done", text: otherAnswer({ ...outcome, stdout: text }, tool, data.problem) }
      : unreadableResult(outcome, tool, data.problem);
  const media = content.flatMap(mediaOf);
  const shown = text.length > 0 || data === undefined ? text : Buffer.from(JSON.stringify(data.value, null, 2));
  return {
    kind: "done",
    text: shown.length === 0 && media.length > 0 ? [] : textParts(shown, tool),
    ...(media.length > 0 && { media }),
    ...(content.length > 0 && !(content.length === 1 && content.every(isPlainText)) && { blocks: contentBlocks(content) }),
    ...(data !== undefined && { structured: structuredOf(data.value, tool) }),
  };
}

/** A text of the result; a model gets a line if it is empty. */
function textParts(text: Buffer, tool: ToolDefinition): readonly ResultPart[] {
  if (text.length > 0) return [output("stdout", text, tool.output)];
  return tool.output.verbatim ? [] : [line("(no output)")];
}

/** Data without a schema stays what it is. */
const structuredOf = (value: JsonValue, { output: { schema } }: ToolDefinition): JsonObject =>
  schema === undefined && isJsonObject(value) ? value : toStructuredContent(value, schema ?? {});

function mediaOf(content: JsonValue): readonly Media[] {
  if (!isJsonObject(content) || (content.type !== "image" && content.type !== "audio")) return [];
  const { type: kind, mimeType, data }: JsonObject = content;
  if (typeof data !== "string" || typeof mimeType !== "string") return [];
  return [{ kind: kind === "image" ? "image" : "audio", mimeType, bytes: Buffer.from(data, "base64") }];
}
