import type { Risk, RiskLevel } from "./risk.js";

/** The data about a tool that user interfaces and agent loops get before a call. */
export interface ToolMetadata {
  readonly riskLevel: RiskLevel;
  /** True if the user is asked before a call; if arguments decide, true if any call requires it. */
  readonly requiresConfirmation: boolean;
  /**
   * The impact of a call. In the metadata of a compiled tool, the values in `risk.impact` are names of parameters
   * (`Deletes ‹path›.`). In a question about a call, it is the call's own.
   */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
}

/** The part of a tool's risk that is known without its definition. */
export type ToolRisk = Pick<Risk, "level" | "requiresConfirmation" | "impactDescription" | "category">;
