import type { ToolModel } from "../../model/tool.js";
import { printUsualTypes } from "../print/usual-types.js";
import { toolTypes } from "./tool-types.js";

/**
 * Prints the declarations of each tool's types, its parameters' among them. The package that does it for all schemas is
 * loaded for the first unusual one.
 */
export async function printToolTypes(tools: readonly ToolModel[]): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const tool of tools) {
    const types = toolTypes(tool);
    printed.push(printUsualTypes(types) ?? (await printByPackage(types)));
  }
  return printed;
}

async function printByPackage(types: ReturnType<typeof toolTypes>): Promise<string> {
  const { printSchemaTypes } = await import("../print/schema-types.js");
  return printSchemaTypes(types);
}
