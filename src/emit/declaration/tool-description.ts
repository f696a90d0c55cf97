import type { ToolModel } from "../../model/tool.js";

/** The description for a model, and in words what no JSON Schema says that every client takes: which parameters exclude each other. */
export function toolDescription({ description, definition }: ToolModel): string {
  const notes = definition.mutuallyExclusive.map((group) => `Give at most one of ${group.join(", ")}.`);
  return [description, ...notes].join("\n");
}
