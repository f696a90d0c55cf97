import type { ToolModel } from "../../model/tool.js";
import { toolTypes } from "./tool-types.js";

/**
 * Prints the declarations of each tool's types, its parameters' among them. The package that does it is loaded when
 * there is a tool.
 */
export async function printToolTypes(tools: readonly ToolModel[]): Promise<readonly string[]> {
  if (tools.length === 0) return [];
  const { printSchemaTypes } = await import("../print/schema-types.js");
  const printed: string[] = [];
  for (const tool of tools) printed.push(await printSchemaTypes(toolTypes(tool)));
  return printed;
}
