import type { ToolModel } from "../../model/tool.js";

/**
 * The description for a model, with a sentence for rules that no schema expresses for every client: which parameters
 * exclude each other.
 */
export function toolDescription({ description, definition }: ToolModel): string {
  const notes = definition.mutuallyExclusive.map((group) => `Give at most one of ${group.join(", ")}.`);
  return [description, ...notes].join("\n");
}
