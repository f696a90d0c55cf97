import type { Risk, RiskLevel } from "./risk.js";

/** What user interfaces and agent loops are told of a tool before it is called. */
export interface ToolMetadata {
  readonly riskLevel: RiskLevel;
  /** Whether somebody is asked before a call; where arguments decide, whether it is so for any. */
  readonly requiresConfirmation: boolean;
  /**
   * What a call does to the world. In the metadata of a compiled tool values of `risk.impact` are the names of parameters (`Deletes ‹path›.`); in a question
   * about a call it is the call's own.
   */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
}

/** What of a tool's risk is known without its definition. */
export type ToolRisk = Pick<Risk, "level" | "requiresConfirmation" | "impactDescription" | "category">;
