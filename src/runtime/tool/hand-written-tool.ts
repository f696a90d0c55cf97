import type { Validator } from "../contract/definition.js";
import type { RepairRules } from "../contract/repair.js";
import { isJsonObject, type JsonObject } from "../json/json-value.js";
import { defaultMetadata } from "../policy/metadata-of.js";
import type { CheckedTool } from "./checked-tool.js";
import type { ToolInfo } from "./declarative-tool.js";
import { createValidator } from "./validator.js";

type Derived = "risk" | "isOutputMarkdown" | "canUpdateOutput";

/** A tool that a program declares itself, without a spec. Optional parts are derived from the kind and the schema. */
export interface HandWrittenTool extends Omit<ToolInfo, Derived>, Partial<Pick<ToolInfo, Derived>> {
  /** Other names that models use for a top-level parameter, by its own name. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Replaces `createValidator(parameterSchema)`. */
  readonly validate?: Validator;
}

/**
 * Completes a tool: the risk is what a spec of its kind would get, and output is plain text that arrives at the end.
 */
export function completed({ aliases = {}, ...tool }: HandWrittenTool): CheckedTool {
  const { kind, parameterSchema, validate = createValidator(parameterSchema) } = tool;
  const { riskLevel: level, requiresConfirmation } = defaultMetadata(kind);
  const risk = { level, requiresConfirmation };
  return { risk, isOutputMarkdown: false, canUpdateOutput: false, ...tool, validate, definition: rulesOf(parameterSchema, aliases) };
}

function rulesOf({ properties }: JsonObject, aliases: NonNullable<HandWrittenTool["aliases"]>): RepairRules {
  const declared = Object.entries(isJsonObject(properties) ? properties : {});
  const defaults = declared.flatMap(([name, schema]) =>
    isJsonObject(schema) && schema.default !== undefined ? [[name, schema.default] as const] : [],
  );
  return {
    params: declared.map(([name]) => name),
    aliases: Object.entries(aliases).map(([name, names]) => ({ target: [name], names })),
    ignore: [],
    mutuallyExclusive: [],
    defaults: Object.fromEntries(defaults),
  };
}
