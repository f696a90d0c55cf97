import { modelFor } from "../../model/built-targets.js";
import type { TargetName } from "../../model/target-name.js";
import type { Model, ToolModel } from "../../model/tool.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { mcpSchema } from "./mcp-schema.js";
import { schemaObjects } from "./schema-objects.js";
import type { ShowingName } from "./showing-names.js";
import { toolDescription } from "./tool-description.js";

/** One of the forms in which models see tools. */
export interface Showing {
  readonly name: ShowingName;
  /** The clients that get it, for users. */
  readonly clients: string;
  /** The target whose tools it contains; without one it contains all. */
  readonly target?: TargetName;
  readonly schema: (tool: ToolModel) => JsonObject;
}

export const showings: readonly Showing[] = [
  {
    name: "mcp",
    clients: "MCP clients, such as Claude Code, Codex, Copilot CLI and opencode",
    target: "mcp",
    schema: (tool) => schemaObjects(mcpSchema(tool)),
  },
  {
    name: "mcp-open",
    clients: "MCP clients that validate calls before they send them: Gemini CLI and Qwen Code",
    target: "mcp",
    schema: ({ openSchema }) => schemaObjects(openSchema),
  },
  { name: "gemini", clients: "Gemini CLI by its discovery", target: "gemini", schema: ({ openSchema }) => openSchema },
  { name: "registry", clients: "toolgen run, and programs that embed the tools", schema: ({ schema }) => schema },
];

/** The tools that the clients of a showing get. */
export const shownTools = (model: Model, { target }: Showing): readonly ToolModel[] =>
  (target === undefined ? model : modelFor(model, target)).tools;

/** Everything that a model reads about a tool: clients show it neither a title nor hints. */
export function shownText(tool: ToolModel, { schema }: Showing): string {
  return JSON.stringify({ name: tool.name, description: toolDescription(tool), parameters: schema(tool) });
}
