import type { Validator } from "../contract/definition.js";
import type { RepairRules } from "../contract/repair.js";
import type { ToolInfo } from "./declarative-tool.js";

/** A tool and the validator of its arguments. */
export interface CheckedTool extends ToolInfo {
  readonly definition: RepairRules;
  readonly validate: Validator;
}
