import type { RiskLevel } from "../contract/risk.js";
import { type Decision, decisions, levels, type Override, type RiskSettings } from "../contract/risk-settings.js";
import { stricter } from "./strictness.js";

/** What a spec says of a call. */
export interface OwnRisk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /** Whether it says so itself, and not only by its level. */
  readonly explicitConfirmation?: true;
}

/** What settings say of a call: the defaults of each layer, and the override that matches in it, if one does. */
export interface Layer {
  readonly confirm?: RiskSettings["confirm"];
  readonly override?: Override | undefined;
}

export interface Settled {
  readonly level: RiskLevel;
  readonly decision: Decision;
  /**
   * Whether somebody wants the call confirmed who says more than its level: the spec, an override, or anything at all where the level is safe. Then it must not be
   * left to a client that may not ask.
   */
  readonly isExplicit: boolean;
  /** The override or the default that decided; `undefined`: the spec did. */
  readonly from: string | undefined;
}

/** What is laid over a spec. The command line is the user's own word for this time, and beats all. */
interface Layers {
  readonly user?: Layer;
  readonly project?: Layer;
  readonly commandLine?: Layer;
}

/**
 * What holds of a call: what the command line says, else the stricter of what the user's settings and the project's say, where either speaks of it, else
 * what the spec says. In a layer an override goes before the word for the level; that doesn't touch what a spec says otherwise than its level would (a
 * safe call that is confirmed, a moderate one that isn't) unless it denies.
 */
export function resolveDecision(own: OwnRisk, { user = {}, project = {}, commandLine = {} }: Layers): Settled {
  const now = commandLine.override;
  const level = now?.level ?? stricter(levels, user.override?.level, project.override?.level) ?? own.level;
  const isUnusual = level === own.level && own.requiresConfirmation !== (own.level !== "safe");
  const asked = isUnusual ? own.requiresConfirmation : level !== "safe";
  const stances = [
    stanceOf(project, { level, isUnusual, file: "toolgen.yaml" }),
    stanceOf(user, { level, isUnusual, file: "the user's settings" }),
  ];
  const said = now?.decision ?? stricter(decisions, stances[0]?.decision, stances[1]?.decision);
  const deciding = now?.decision === undefined ? stances.find((one) => one?.decision === said && said !== undefined) : now;
  const levelling = [now, project.override, user.override].find((one) => one?.level === level);
  const decision = said ?? (asked ? "ask" : "allow");
  const isWanted = own.explicitConfirmation === true || [now, project.override, user.override].some((one) => one?.decision === "ask");
  const isExplicit = decision === "ask" && (isWanted || level === "safe");
  return { level, decision, isExplicit, from: deciding?.from ?? levelling?.from };
}

interface Matter {
  readonly level: RiskLevel;
  /** Whether the spec says otherwise than the level would. */
  readonly isUnusual: boolean;
  readonly file: string;
}

/** What a layer wants to become of a call, if it says so, and where. */
function stanceOf({ override, confirm }: Layer, { level, isUnusual, file }: Matter): Pick<Override, "decision" | "from"> | undefined {
  if (override?.decision !== undefined) return override;
  const atLevel = confirm?.[level];
  if (atLevel === undefined || (isUnusual && atLevel !== "deny")) return undefined;
  return { decision: atLevel, from: `${file}: confirm.${level}` };
}
