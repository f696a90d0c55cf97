import type { ToolModel } from "../../model/tool.js";
import { cutTypes } from "./cut-types.js";
import { createMarks } from "./marks.js";
import { toolTypes } from "./tool-types.js";

/** The declarations of each tool's types, its parameters' first. What prints them is loaded when it is asked for, and prints all tools at once. */
export async function printToolTypes(tools: readonly ToolModel[]): Promise<readonly (readonly string[])[]> {
  const { printSchemaTypes } = await loadSchemaTypes();
  const marks = createMarks();
  const planned = tools.map((tool) => toolTypes(tool, marks));
  const declarations = cutTypes(await printSchemaTypes(Object.assign({}, ...planned)));
  return planned.map((schemas) => Object.keys(schemas).map((mark) => marks.restore(declarations.get(mark) ?? "")));
}

/** Loads what prints types, for whoever knows that it will be asked for. */
export const loadSchemaTypes = () => import("../print/schema-types.js");
