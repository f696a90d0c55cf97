import { describeContent } from "../call/report.js";
import { withTextNumbers } from "../contract/exact-json.late.js";
import type { JsonObject } from "../contract/json-value.js";
import type { PiContent, PiToolResult } from "./pi/pi-api.js";
import type { ProtocolResult } from "./protocol-result.js";

/** Converts a result for pi, which tells its model of an error by what is thrown. It takes no sounds. */
export function piResult({ content, structuredContent, isError }: ProtocolResult): PiToolResult {
  if (isError) throw new Error(content.map((part) => (part.type === "text" ? part.text : "")).join("\n"));
  const parts = content.map((part): PiContent => {
    if (part.type === "audio") return { type: "text", text: `[A sound of ${part.mimeType}, which pi doesn't take.]` };
    return part.type === "image" ? { ...part, type: "image" } : { type: "text", text: describeContent(part) };
  });
  if (structuredContent === undefined) return { content: parts, details: undefined };
  const data = withTextNumbers(structuredContent as JsonObject);
  return { content: parts, details: data, structuredContent: data };
}
