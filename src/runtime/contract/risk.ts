import type { JsonObject, JsonValue } from "../json/json-value.js";
import type { Text } from "./template.js";

export type RiskLevel = "safe" | "moderate" | "dangerous";

/** The most that a call can do: the highest level of all, and whether any is asked about. */
export interface Risk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** Whether the spec itself says that calls are confirmed, and not only their level: then none is executed where nobody can be asked. */
  readonly explicitConfirmation?: true;
  /** What a call does to the world. */
  readonly impact?: Text;
  /** The same about every call, for those who ask about the tool: values are their names, in `‹›`. */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
  /** Where arguments decide: the first that matches holds, and the last one always matches. */
  readonly rules?: readonly RiskRule[];
}

/** The risk of the calls for which all conditions hold. */
export interface RiskRule {
  readonly when: readonly Condition[];
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  readonly explicitConfirmation?: true;
  readonly impact?: Text;
}

/** What a top-level parameter must be: one of some values, of which `null` is absence, or what meets a JSON Schema (`decidedKeywords`). */
export type Condition =
  | { readonly param: string; readonly is: readonly JsonValue[] }
  | { readonly param: string; readonly fits: JsonObject };
