import { definitionOn } from "../../call/execute-call.js";
import { canUpdateOutput } from "../../call/live-output.js";
import { moduleFormat, otherFormat } from "../../call/tool-index.js";
import type { Selector, ToolDefinition, Validator } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import { createValidator } from "../validator.js";
import type { CheckedTool } from "./declarative-tool.js";

/** The declaration of a generated class, besides its definition and the schema of its arguments. */
export interface ToolDeclaration {
  /** The format of the definition. A different one than this runtime's is refused. */
  readonly format: number;
  readonly displayName: string;
  readonly description: string;
  readonly locations: readonly LocationRule[];
}

/** Parameters that name the place of a call's effect: a path, and the line in it. */
export interface LocationRule {
  readonly path: Selector;
  readonly line?: Selector | undefined;
}

/** A tool as generated classes and their calls see it. */
export interface DefinedTool extends CheckedTool {
  readonly definition: ToolDefinition;
  readonly validateOutput: Validator | undefined;
  readonly locations: readonly LocationRule[];
}

/** Returns true if users see results as Markdown. */
export const isMarkdown = ({ format, display }: ToolDefinition["output"]): boolean =>
  display === undefined ? format === "markdown" : display !== "diff";

/**
 * Makes a tool from data that was decided at build time. Compiles nothing: the schema is compiled when arguments are
 * first checked.
 */
export function defineTool(
  definition: ToolDefinition,
  parameterSchema: JsonObject,
  { format, displayName, description, locations }: ToolDeclaration,
): DefinedTool {
  if (format !== moduleFormat) throw new Error(otherFormat(`The class of '${definition.name}'`, format));
  const here = definitionOn(definition, process.platform);
  const { name, kind, risk, output } = here;
  const shown = { isOutputMarkdown: isMarkdown(output), canUpdateOutput: canUpdateOutput(here) };
  const validate = createValidator(parameterSchema);
  const validateOutput = output.schema === undefined ? undefined : createValidator(output.schema);
  return { name, displayName, description, kind, risk, parameterSchema, ...shown, locations, definition: here, validate, validateOutput };
}
