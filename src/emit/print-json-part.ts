import type { ToolModel } from "../model/tool.js";
import type { PrintPart } from "./output-file.js";

/**
 * Returns something about a tool that is JSON, from an earlier build if possible. `make` returns `null` for nothing.
 */
export function printJsonPart<T extends object | string | null>(part: PrintPart, tool: ToolModel, what: string, make: () => T): T {
  // Printed by the function here.
  return JSON.parse(part(tool, what, () => JSON.stringify(make()))) as T;
}
