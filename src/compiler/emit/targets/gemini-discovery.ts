import type { JsonObject } from "../../../contract/json-value.js";
import { defineEmitter } from "../../output-file.js";
import { type ToolModel, toolDescription } from "../../tool-model.js";
import { printJson, printJsonLines } from "../print/literal.js";
import { fileOfTools } from "../print/tool-file.js";

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

/**
 * The settings by which Gemini CLI finds the tools: to be merged into `.gemini/settings.json` of the folder in which it
 * is started, the project's root. The client splits `discoveryCommand` into words and starts it without a shell, so
 * `cat` is a whole discovery program; `callCommand` is one path. `policyPaths` replaces the user's own folder of
 * policies, so that is listed too, and first: of rules with one priority, the first wins.
 */
export const geminiSettings = defineEmitter({
  name: "gemini-settings",
  emit: ({ project }) => [
    {
      path: "gemini/settings.json",
      text: printJson({
        policyPaths: ["~/.gemini/policies", `${project.output}/gemini/policies.toml`],
        tools: { discoveryCommand: `cat ${quoted(`${project.output}/gemini/discovery.json`)}`, callCommand: `${project.output}/bin/call` },
      }),
      executable: false,
    },
  ],
});

/** The client parses quotes as a shell does; plain paths need none. */
const quoted = (path: string) => (/^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
