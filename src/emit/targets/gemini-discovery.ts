import type { ToolModel } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { toolDescription } from "../declaration/tool-description.js";
import { fileOfTools } from "../file-of-tools.js";
import { defineEmitter } from "../output-file.js";
import { printJsonLines } from "../print/json.js";

/**
 * The output for Gemini CLI's `tools.discoveryCommand`: an array of function declarations. The client (0.61) reads only
 * `name`, `description` and `parametersJsonSchema`. It ignores `parameters`, and leaves a tool with nothing else
 * without a schema.
 */
export const geminiDiscovery = defineEmitter({
  name: "gemini-discovery",
  targets: ["gemini"],
  emit: ({ tools }, _assets, { part }) => {
    const declarations = () => tools.map((tool) => part(tool, "declaration", () => JSON.stringify(declaration(tool))));
    return [fileOfTools("gemini/discovery.json", () => printJsonLines(declarations()))];
  },
});

/** A tool as a function declaration. The client validates by this schema before it calls. */
function declaration(tool: ToolModel): JsonObject {
  return { name: tool.name, description: toolDescription(tool), parametersJsonSchema: tool.openSchema };
}
