import type { RiskLevel } from "../contract/risk.js";
import { type Decision, decisions, type Override, type RiskSettings, riskLevels } from "../contract/risk-settings.js";
import { stricter } from "./stricter.js";

/** The spec's decision about a call. */
export interface OwnRisk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** True if the spec itself requires confirmation, and not only its level. */
  readonly explicitConfirmation?: true;
}

/** A layer of settings for a call: its defaults, and the override that matches, if one does. */
export interface Layer {
  readonly confirm?: RiskSettings["confirm"];
  readonly override?: Override | undefined;
}

export interface ResolvedDecision {
  readonly level: RiskLevel;
  readonly decision: Decision;
  /**
   * True if more than the level requires confirmation: the spec, an override, or anything if the level is safe. Then
   * the call must not be left to a client that may not ask.
   */
  readonly isExplicit: boolean;
  /** The override or the default that decided; `undefined`: the spec did. */
  readonly from: string | undefined;
}

/** The layers over a spec. The command line is the user's decision for this run, and overrides all others. */
interface Layers {
  readonly user?: Layer;
  readonly project?: Layer;
  readonly commandLine?: Layer;
}

/**
 * Resolves the decision about a call: that of the command line, otherwise the stricter one of the user's and the
 * project's settings, otherwise that of the spec. In a layer, an override precedes the default for the level. The
 * default doesn't change a confirmation that the spec decides against its level (a safe call that is confirmed, a
 * moderate one that isn't), unless it denies.
 */
export function resolveDecision(own: OwnRisk, { user = {}, project = {}, commandLine = {} }: Layers): ResolvedDecision {
  const now = commandLine.override;
  const level = now?.level ?? stricter(riskLevels, user.override?.level, project.override?.level) ?? own.level;
  const isUnusual = level === own.level && own.requiresConfirmation !== (own.level !== "safe");
  const byLevel = isUnusual ? own.requiresConfirmation : level !== "safe";
  const stances = [
    stanceOf(project, { level, isUnusual, file: "toolgen.yaml" }),
    stanceOf(user, { level, isUnusual, file: "the user's settings" }),
  ];
  const declared = now?.decision ?? stricter(decisions, stances[0]?.decision, stances[1]?.decision);
  const deciding = now?.decision === undefined ? stances.find((one) => one?.decision === declared && declared !== undefined) : now;
  const levelling = [now, project.override, user.override].find((one) => one?.level === level);
  const decision = declared ?? (byLevel ? "ask" : "allow");
  const isWanted = own.explicitConfirmation === true || [now, project.override, user.override].some((one) => one?.decision === "ask");
  const isExplicit = decision === "ask" && (isWanted || level === "safe");
  return { level, decision, isExplicit, from: deciding?.from ?? levelling?.from };
}

interface LayerSubject {
  readonly level: RiskLevel;
  /** True if the spec's confirmation differs from that of its level. */
  readonly isUnusual: boolean;
  readonly file: string;
}

/** Returns the decision of a layer about a call, if it has one, and its position. */
function stanceOf({ override, confirm }: Layer, { level, isUnusual, file }: LayerSubject): Pick<Override, "decision" | "from"> | undefined {
  if (override?.decision !== undefined) return override;
  const atLevel = confirm?.[level];
  if (atLevel === undefined || (isUnusual && atLevel !== "deny")) return undefined;
  return { decision: atLevel, from: `${file}: confirm.${level}` };
}
