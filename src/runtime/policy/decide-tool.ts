import type { Risk, RiskLevel } from "../contract/risk.js";
import {
  type Decision,
  decisions,
  type Override,
  type RiskSettings,
  riskLevels,
  type UserRiskSettings,
} from "../contract/risk-settings.js";
import { type Layer, resolveDecision } from "./resolve-decision.js";
import { appliesToLevel, stricter } from "./stricter.js";

/** The highest risk that a call of a tool can have. */
export interface DecidedTool {
  readonly level: RiskLevel;
  /** The highest level of the calls that `decision` is about. */
  readonly decidedLevel: RiskLevel;
  /** `deny` if every call is denied; the stricter of `allow` and `ask` if only some are. */
  readonly decision: Decision;
  /** The setting that decided, or `risk.rules.0`; `undefined` if the spec's own level did. */
  readonly from: string | undefined;
  /** The same of each setting or rule that denies calls, if only some are denied. */
  readonly deniedBy: readonly (string | undefined)[];
}

type PossibleCall = Pick<DecidedTool, "level" | "decision" | "from">;

const highestLevel = (calls: readonly Pick<PossibleCall, "level">[]): RiskLevel =>
  calls.map(({ level }) => level).reduce((a, b) => stricter(riskLevels, a, b) ?? a);

/**
 * Decides once for a tool: the highest level of all of its calls, and the strictest decision on those that aren't
 * denied.
 */
export function decideTool(
  { risk, riskSettings: project = {} }: { readonly risk: Risk; readonly riskSettings?: RiskSettings },
  { user = {}, commandLine = {} }: UserRiskSettings = {},
): DecidedTool {
  const all = possible({ risk, riskSettings: project }, { user, commandLine });
  const level = highestLevel(all);
  const permitted = all.filter(({ decision }) => decision !== "deny");
  const decision = permitted
    .map((one) => one.decision)
    .reduce<Decision>((a, b) => stricter(decisions, a, b) ?? a, permitted.length === 0 ? "deny" : "allow");
  const decided = all.filter((one) => one.decision === decision);
  const decidedLevel = highestLevel(decided);
  // If several decide the same, the rule that applies if no other matches, which is the last.
  const deciding = decided.findLast((one) => one.level === decidedLevel);
  const deniedBy = decision === "deny" ? [] : all.filter((one) => one.decision === "deny").map(({ from }) => from);
  return { level, decidedLevel, decision, from: deciding?.from, deniedBy: [...new Set(deniedBy)] };
}

/** Returns the decisions that calls of a tool can get, by their arguments; paths that programs trust aside. */
export function possibleDecisions(tool: Parameters<typeof decideTool>[0], settings: UserRiskSettings = {}): readonly Decision[] {
  const all = new Set(possible(tool, settings).map(({ decision }) => decision));
  return decisions.filter((decision) => all.has(decision));
}

function possible(
  { risk, riskSettings: project = {} }: Parameters<typeof decideTool>[0],
  { user = {}, commandLine = {} }: UserRiskSettings,
): readonly PossibleCall[] {
  const owns = risk.rules ?? [risk];
  return owns.flatMap((own, i) =>
    combinations(layers(user, own.level), layers(project, own.level), layers(commandLine, own.level)).map(([ofUser, ofProject, now]) => {
      const settled = resolveDecision(own, { user: ofUser, project: ofProject, commandLine: now });
      return { ...settled, from: settled.from ?? (i < owns.length - 1 ? `risk.rules.${i}` : undefined) };
    }),
  );
}

/** Every override may match, up to the first that always does. */
function layers({ confirm, overrides: all = [] }: RiskSettings, own: RiskLevel): readonly Layer[] {
  const overrides = all.filter((one) => appliesToLevel(one, own));
  const always = overrides.findIndex(({ when }) => when.length === 0);
  const possible: readonly (Override | undefined)[] = always === -1 ? [...overrides, undefined] : overrides.slice(0, always + 1);
  return possible.map((override) => ({ ...(confirm && { confirm }), override }));
}

const combinations = (users: readonly Layer[], projects: readonly Layer[], now: readonly Layer[]) =>
  users.flatMap((user) => projects.flatMap((project) => now.map((one) => [user, project, one] as const)));
