import type { Model, ToolModel } from "../../model/tool.js";
import { unknownTool } from "../../runtime/lookup/unknown-tool.js";
import { closest } from "../../runtime/text/closest.js";
import { UsageError } from "../usage-error.js";

/** Returns the tool of that name, or the one with that name among its `nameAliases`. */
export function findToolModel(model: Model, name: string): ToolModel | undefined {
  const all = [...model.tools, ...model.hosted];
  return all.find((tool) => tool.name === name) ?? all.find((tool) => tool.nameAliases.includes(name));
}

/**
 * Returns the tool that a call by this name starts: one of the project precedes a client's own tool of the same name.
 */
export function calledTool(model: Model, name: string): ToolModel {
  return findToolModel({ ...model, hosted: [] }, name) ?? toolNamed(model, name);
}

/** `findToolModel`, for a name from the command line. */
export function toolNamed(model: Model, name: string): ToolModel {
  const tool = findToolModel(model, name);
  if (tool !== undefined) return tool;
  throw new UsageError(unknownTool(name, closestTool(model, name)), "Run 'toolgen list' for the tools of this project.");
}

/** The name of the closest tool, if one is close. */
export function closestTool(model: Model, name: string): readonly string[] {
  const suggestion = closest(
    name,
    [...model.tools, ...model.hosted].flatMap((tool) => [tool.name, ...tool.nameAliases]),
  );
  const tool = suggestion === undefined ? undefined : findToolModel(model, suggestion);
  return tool === undefined ? [] : [tool.name];
}
