import type { TemplateScope } from "../template/template-scope.js";
import type { Flows } from "./flows.js";
import type { OutsideValues } from "./outside-values.js";
import type { Script } from "./script.js";
import type { Filled, ScriptTemplate } from "./script-template.js";
import type { Carried } from "./trace-values.js";

/** A script whose placeholders are checked, and the facts that decide where a value may be. */
export interface PositionsContext {
  readonly dialect: "sh" | "bash";
  /** The script with variable names instead of placeholders, and the result of parsing it. */
  readonly marked: Filled;
  readonly read: Script;
  readonly template: ScriptTemplate;
  readonly scope: TemplateScope;
  readonly carried: Carried;
  readonly flows: Flows;
  /** The values that come into it from outside. */
  readonly outside: OutsideValues;
  /** The parameters that `code` names. */
  readonly code: readonly string[];
  /** The parameters that are paths. */
  readonly paths: readonly string[];
  /** The parameters that may begin an argument with a dash. A call checks the others in the tool's own script. */
  readonly dashAllowed?: readonly string[];
}
