import type { ToolModel } from "../../model/tool.js";
import type { PrintPart } from "../output-file.js";
import { type GeminiArguments, geminiArguments } from "./gemini-arguments.js";

/** What differs by arguments, as an earlier build may have found it. */
export function cachedArguments(part: PrintPart): (tool: ToolModel) => GeminiArguments {
  // Printed by the function beside it.
  return (tool) => JSON.parse(part(tool, "gemini-arguments", () => JSON.stringify(geminiArguments(tool)))) as GeminiArguments;
}
