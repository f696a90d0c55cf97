import { levelByKind } from "../../../call/decide-tool.js";
import { isArray, isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { type Condition, type Risk, type RiskLevel, riskLevels } from "../../../contract/risk.js";
import type { TextTemplate, ValueRef } from "../../../contract/text-template.js";
import { askedValues, hasUnknown, type PlacedValue } from "../../../programs/place-class.js";
import type { RiskModel } from "../../tool-model.js";
import type { Impacts } from "../execution/check-texts.js";
import { declaredRisk } from "../language/long-forms.js";
import type { RiskSpec, ToolSpec } from "../language/tool-context.js";

/** The findings about a tool's risk. */
interface RiskFindings {
  /** The lowest level, by the tool's arguments. */
  readonly atLeast: RiskLevel;
  /**
   * The values of a call. If the user is asked about one because nothing is known about its place, no call runs without
   * a user who can be asked.
   */
  readonly values: readonly PlacedValue[];
  readonly impacts: Impacts;
}

/** Returns the risk of a tool: the spec's, or that of its kind, but never below what its arguments require. */
export function lowerRisk(spec: ToolSpec, { atLeast, values, impacts }: RiskFindings): Risk {
  const { rules = [], ...given } = declaredRisk(spec);
  const kindLevel = levelByKind[spec.kind ?? "other"];
  // A rule may know of an option that changes what the program does with a file: none writes with `--dry-run`.
  const own = highest(given.level ?? kindLevel, atLeast, askedValues(values).length > 0 ? "moderate" : "safe");
  const isUnknown = hasUnknown(values);
  const decided = (level: RiskLevel, requiresConfirmation: boolean | undefined, impact: TextTemplate | undefined) => ({
    level,
    requiresConfirmation: isUnknown || (requiresConfirmation ?? level !== "safe"),
    ...((isUnknown || requiresConfirmation === true) && { explicitConfirmation: true as const }),
    ...(impact === undefined ? {} : { impact }),
  });
  const otherwise = decided(own, given.requiresConfirmation, impacts.own);
  const described = impacts.own && impactDescription(impacts.own);
  const declared = {
    ...(described === undefined ? {} : { impactDescription: described }),
    ...(given.category === undefined ? {} : { category: given.category }),
    ...levelFrom(given, { own, kindLevel }),
  };
  if (rules.length === 0) return { ...otherwise, ...declared };
  const lowered = rules.map(({ when = {}, level, requiresConfirmation }, i) => ({
    when: conditions(when),
    ...decided(highest(level ?? own, atLeast), requiresConfirmation ?? given.requiresConfirmation, impacts.rules[i] ?? impacts.own),
  }));
  const all = [...lowered, { when: [], ...otherwise }];
  return {
    level: highest(...all.map(({ level }) => level)),
    requiresConfirmation: all.some(({ requiresConfirmation }) => requiresConfirmation),
    ...(impacts.own === undefined ? {} : { impact: impacts.own }),
    ...declared,
    rules: all,
  };
}

interface Levels {
  readonly own: RiskLevel;
  readonly kindLevel: RiskLevel;
}

/** Returns what decided on the level of calls to which no rule applies. */
function levelFrom({ level, requiresConfirmation }: RiskSpec, { own, kindLevel }: Levels): Pick<Risk, "levelFrom"> {
  if (requiresConfirmation !== undefined || own === level) return { levelFrom: "risk" };
  return level === undefined && own === kindLevel ? {} : { levelFrom: "value" };
}

/** The same for targets that decide once per tool, before settings are applied. */
export const riskModel = ({ level, requiresConfirmation, category }: Risk): RiskModel => ({
  level,
  requiresConfirmation,
  category,
  isDenied: false,
  isOverridden: false,
});

/** Lowers `when` to the form that calls evaluate. */
export const conditions = (when: JsonObject): readonly Condition[] =>
  Object.entries(when).map(([param, wanted]) => condition(param, wanted));

/** A map is a JSON Schema, a list is one of its values, anything else is the value. */
function condition(param: string, wanted: JsonValue): Condition {
  if (isJsonObject(wanted)) return { param, fits: wanted };
  return { param, is: isArray(wanted) ? wanted : [wanted] };
}

export function highest(...levels: readonly RiskLevel[]): RiskLevel {
  return levels.reduce((a, b) => (riskLevels.indexOf(a) >= riskLevels.indexOf(b) ? a : b));
}

/**
 * Returns `risk.impact` as a text about every call, for descriptions of the tool: a value is shown as `‹name›`. Returns
 * `undefined` if it has a block, because only calls decide that.
 */
function impactDescription(impact: TextTemplate): string | undefined {
  const pieces = impact.map((piece) => (typeof piece === "string" ? piece : piece.kind === "block" ? undefined : `‹${nameOf(piece.ref)}›`));
  return pieces.includes(undefined) ? undefined : pieces.join("").trim();
}

const nameOf = (ref: ValueRef) => ("path" in ref ? ref.path.join(".") : ref.name);
