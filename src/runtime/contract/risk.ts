import type { JsonObject, JsonValue } from "../json/json-value.js";
import type { TextTemplate } from "./text-template.js";

/** The levels of risk, from the lowest. */
export type RiskLevel = "safe" | "moderate" | "dangerous";

/** The highest risk that a call can have: the highest level of all, and whether any call is confirmed. */
export interface Risk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /**
   * True if the spec itself requires confirmation, and not only the level. Then no call is executed if no user can be
   * asked.
   */
  readonly explicitConfirmation?: true;
  /** The impact of a call. */
  readonly impact?: TextTemplate;
  /** The same about every call, for descriptions of the tool: values are their parameters' names, in `‹›`. */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
  /**
   * The reason for the level of calls to which no rule applies: the spec's `risk`, or what a value can be in its place.
   * Without it, the reason is the tool's kind.
   */
  readonly levelFrom?: "risk" | "value";
  /** For tools whose arguments decide: the first that matches applies, and the last one always matches. */
  readonly rules?: readonly RiskRule[];
}

/** The risk of the calls for which all conditions hold. */
export interface RiskRule {
  readonly when: readonly Condition[];
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  readonly explicitConfirmation?: true;
  readonly impact?: TextTemplate;
}

/** The name that stands for the caller in conditions, whatever parameters a tool has. */
export const principalName = "@principal";

/**
 * A condition on a top-level parameter, or on the caller (`principalName`): one of some values, where `null` means
 * absence, or a JSON Schema (`decidedKeywords`).
 */
export type Condition =
  | { readonly param: string; readonly is: readonly JsonValue[] }
  | { readonly param: string; readonly fits: JsonObject };
