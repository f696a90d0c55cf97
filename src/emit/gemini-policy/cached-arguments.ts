import type { ToolModel } from "../../model/tool.js";
import type { PrintPart } from "../output-file.js";
import { printJsonPart } from "../print-json-part.js";
import { type GeminiArguments, geminiArguments } from "./gemini-arguments.js";

/** Returns the differences by arguments, from an earlier build if possible. */
export function cachedArguments(part: PrintPart): (tool: ToolModel) => GeminiArguments {
  return (tool) => printJsonPart(part, tool, "gemini-arguments", () => geminiArguments(tool));
}
