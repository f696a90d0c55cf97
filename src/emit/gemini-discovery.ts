import type { ToolModel } from "../model/tool.js";
import type { JsonObject } from "../runtime/json.js";
import { defineEmitter } from "./output-file.js";
import { printJsonLines } from "./print/json.js";

/**
 * What Gemini CLI's `tools.discoveryCommand` prints: an array of function declarations. Only `name`, `description` and `parametersJsonSchema` are
 * read by the client (0.61): it ignores `parameters`, and leaves the tool without a schema where it finds nothing else.
 */
export const geminiDiscovery = defineEmitter({
  name: "gemini-discovery",
  emit: (model) => [{ path: "gemini/discovery.json", text: printJsonLines(model.tools.map(declaration)), executable: false }],
});

/** A tool as a function declaration, with the schema that a client is shown. */
export function declaration(tool: ToolModel): JsonObject {
  return { name: tool.name, description: describe(tool), parametersJsonSchema: tool.shownSchema };
}

/** The description, and in words what no JSON Schema says that every client takes: which parameters exclude each other (SPEC §3). */
function describe({ description, definition }: ToolModel): string {
  const notes = definition.mutuallyExclusive.map((group) => `Give at most one of ${group.join(", ")}.`);
  return [description, ...notes].join("\n");
}
