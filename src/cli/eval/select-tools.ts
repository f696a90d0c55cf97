import { isSelectedBy, readSelection, unknownInSelection } from "../../mcp-server/lists/tool-selection.js";
import { mcpAnnotations } from "../../model/mcp-annotations.js";
import type { Model } from "../../model/tool.js";
import { toolGroups } from "../../model/tool-groups.js";
import { UsageError } from "../usage-error.js";

export interface ToolChoice {
  readonly toolsets?: string;
  readonly tools?: string;
  readonly readOnly?: true;
}

/** Returns the names of the tools that a model is offered, as `toolgen mcp` selects them; `undefined`: all. */
export function selectTools({ tools }: Model, choice: ToolChoice): ReadonlySet<string> | undefined {
  const selection = readOrReport(choice);
  if (selection === undefined) return undefined;
  const groups = toolGroups(tools);
  const names = tools.map(({ name }) => name);
  const unknown = unknownInSelection(selection, names, groups);
  if (unknown !== undefined) throw new UsageError(unknown, "Run 'toolgen list' for the tools of this project.");
  const isSelected = isSelectedBy([selection], groups);
  return new Set(tools.filter((tool) => isSelected({ name: tool.name, annotations: mcpAnnotations(tool) })).map(({ name }) => name));
}

function readOrReport(choice: ToolChoice) {
  try {
    return readSelection(choice);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error;
  }
}
