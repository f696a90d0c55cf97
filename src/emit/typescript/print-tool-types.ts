import type { ToolModel } from "../../model/tool.js";
import { toolTypes } from "./tool-types.js";

/**
 * Prints the declarations of each tool's types, its parameters' among them. The package that prints them is loaded for
 * the first tool whose types no earlier build printed.
 */
export async function printToolTypes(tools: readonly ToolModel[]): Promise<readonly string[]> {
  if (tools.length === 0) return [];
  const { printSchemaTypes } = await import("../print/schema-types.js");
  return printSchemaTypes(tools.map(toolTypes));
}
