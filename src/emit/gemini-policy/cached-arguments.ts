import type { ToolModel } from "../../model/tool.js";
import type { PrintPart } from "../output-file.js";
import { type GeminiArguments, geminiArguments } from "./gemini-arguments.js";

/** Returns the differences by arguments, from an earlier build if possible. */
export function cachedArguments(part: PrintPart): (tool: ToolModel) => GeminiArguments {
  // Printed by the function below.
  return (tool) => JSON.parse(part(tool, "gemini-arguments", () => JSON.stringify(geminiArguments(tool)))) as GeminiArguments;
}
