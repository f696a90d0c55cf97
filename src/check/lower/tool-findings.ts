import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { CheckedTemplates } from "../command/templates.js";
import type { CheckedSchema } from "../schema/checked-schema.js";

/** The findings about a tool besides its plain keys. */
export interface ToolFindings extends Omit<CheckedTemplates, "unguarded"> {
  readonly checked: CheckedSchema;
  readonly leastRisk: RiskLevel;
  /** The result's schema, if the spec declares one. */
  readonly output: CheckedSchema | undefined;
}
