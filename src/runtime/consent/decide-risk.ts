import { resolve } from "node:path";
import { buildText } from "../argv/text.js";
import type { Condition, RiskLevel, ToolDefinition } from "../definition.js";
import type { JsonObject, JsonValue } from "../json.js";
import { same } from "../repair/same.js";
import { fits } from "./fits.js";
import { asTheyLead, type Folders } from "./paths-as-they-lead.js";

/** What a call is worth asking about, and for what reason. */
export interface DecidedRisk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** What the call does to the world, for the person who is asked; `undefined` where the spec doesn't say. */
  readonly impact: string | undefined;
  /** The rule of `risk.rules` that decided, counted from 0; `undefined`: none matched, or there is none. */
  readonly rule: number | undefined;
}

/** What of a definition decides. */
export type RiskyDefinition = Pick<ToolDefinition, "risk" | "params" | "paths" | "project" | "specDir">;

/**
 * The risk of a call (SPEC §7). `params` are its checked arguments, defaults applied; `folders` are absolute. Conditions on paths see where these
 * lead, so it may follow links; otherwise it looks at nothing.
 */
export function decideRisk(definition: RiskyDefinition, params: JsonObject, folders: Folders): DecidedRisk {
  const { risk } = definition;
  const { rules = [] } = risk;
  const named = new Set(rules.flatMap(({ when }) => when.map(({ param }) => param)));
  const seen = named.size === 0 ? params : asTheyLead(definition, params, { ...folders, named });
  const at = rules.findIndex(({ when }) => when.every((condition) => holds(condition, seen)));
  const decided = rules[at] ?? risk;
  return {
    level: decided.level,
    requiresConfirmation: decided.requiresConfirmation,
    impact: impactText(decided.impact, definition, params, folders),
    // The last one is what the tool says where no rule matches.
    rule: at === -1 || at === rules.length - 1 ? undefined : at,
  };
}

/** Whether a condition holds. Absent and `null` are one; a schema asks about a value that is there. */
function holds(condition: Condition, params: JsonObject): boolean {
  const value = Object.hasOwn(params, condition.param) ? params[condition.param] : undefined;
  return conditionHolds(condition, value ?? null);
}

/** As `decideRisk` asks it of one parameter; `null`: it is absent. */
export function conditionHolds(condition: Condition, value: JsonValue): boolean {
  if ("is" in condition) return condition.is.some((one) => same(one, value));
  return value !== null && fits(value, condition.fits);
}

type Impact = ToolDefinition["risk"]["impact"];

function impactText(
  impact: Impact,
  { params: order, specDir }: RiskyDefinition,
  params: JsonObject,
  { workspace, projectDir }: Folders,
): string | undefined {
  if (impact === undefined) return undefined;
  const built = buildText(impact, { params, order, workspace, specDir: resolve(projectDir, specDir) });
  return built.ok && built.text !== undefined && built.text.trim() !== "" ? built.text.trim() : undefined;
}
