import type { ToolModel } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { toolDescription } from "../declaration/tool-description.js";
import { defineEmitter } from "../output-file.js";
import { printJsonLines } from "../print/json.js";

/**
 * What Gemini CLI's `tools.discoveryCommand` prints: an array of function declarations. Only `name`, `description` and `parametersJsonSchema` are
 * read by the client (0.61): it ignores `parameters`, and leaves the tool without a schema where it finds nothing else.
 */
export const geminiDiscovery = defineEmitter({
  name: "gemini-discovery",
  targets: ["gemini"],
  emit: ({ tools }, _assets, { part }) => {
    const declarations = tools.map((tool) => part(tool, "declaration", () => JSON.stringify(declaration(tool))));
    return [{ path: "gemini/discovery.json", text: printJsonLines(declarations), executable: false, shared: true }];
  },
});

/** A tool as a function declaration. The client validates by this schema before it calls. */
function declaration(tool: ToolModel): JsonObject {
  return { name: tool.name, description: toolDescription(tool), parametersJsonSchema: tool.openSchema };
}
