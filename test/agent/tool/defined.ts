import {
  BaseDeclarativeTool,
  CommandInvocation,
  type DefinedTool,
  defineTool,
  type JsonObject,
  type ToolEnvironment,
  type ToolResult,
} from "../../../src/runtime/index.js";
import { compiledTool } from "../../kit/compiled.js";

/** A tool as its generated module defines it. */
export async function defined(text: string): Promise<DefinedTool> {
  const { tool, diagnostics } = await compiledTool(text);
  if (tool === undefined) throw new Error(JSON.stringify(diagnostics));
  const { displayName, description, locations, definition, schema } = tool;
  return defineTool(definition, schema, { format: 2, displayName, description, locations });
}

/** A generated class, without types of its own. */
export class AnyTool extends BaseDeclarativeTool<JsonObject, ToolResult> {
  readonly tool: DefinedTool;
  readonly environment: ToolEnvironment;

  constructor(tool: DefinedTool, environment: ToolEnvironment) {
    super(tool);
    this.tool = tool;
    this.environment = environment;
  }

  protected override createInvocation(params: JsonObject) {
    return new CommandInvocation(params, this.tool, this.environment);
  }
}

/** The tool of a spec, whose calls happen in a folder. */
export const toolOf = async (text: string, workspace: string, env?: ToolEnvironment["env"]) =>
  new AnyTool(await defined(text), { workspace, ...(env && { env }) });
