import type { RiskLevel } from "../definition.js";
import { type Consent, type Decision, decisions, levels, type Override, stricter } from "./consent.js";

/** What a spec says of a call. */
export interface OwnRisk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
}

/** What settings say of a call: the defaults of each layer, and the override that matches in it, if one does. */
export interface Layer {
  readonly confirm?: Consent["confirm"];
  readonly override?: Override | undefined;
}

export interface Settled {
  readonly level: RiskLevel;
  readonly decision: Decision;
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
 * What holds of a call: what the command line says, else what the user's settings say, in its place what the project's say where they are stricter, else what the spec says. What a spec says
 * otherwise than its level would (a safe call that is confirmed, a moderate one that isn't) stays where no override speaks of it.
 */
export function settle(own: OwnRisk, { user = {}, project = {}, commandLine = {} }: Layers): Settled {
  const now = commandLine.override;
  const level = now?.level ?? stricter(levels, user.override?.level, project.override?.level) ?? own.level;
  const said = now?.decision ?? stricter(decisions, user.override?.decision, project.override?.decision);
  const atLevel = stricter(decisions, user.confirm?.[level], project.confirm?.[level]);
  const isUnusual = level === own.level && own.requiresConfirmation !== (own.level !== "safe");
  const usual = isUnusual ? unusual(own, atLevel) : (atLevel ?? (level === "safe" ? "allow" : "ask"));
  const decision = said ?? usual;
  const overriding = [now, project.override, user.override].find(
    (one) => one !== undefined && (said === undefined ? one.level === level : one.decision === said),
  );
  const byLevel = said === undefined && atLevel !== undefined && decision === atLevel;
  const layer = project.confirm?.[level] === atLevel ? "toolgen.yaml" : "the user's settings";
  return { level, decision, from: overriding?.from ?? (byLevel ? `${layer}: confirm.${level}` : undefined) };
}

/** A default denies all the same. */
const unusual = ({ requiresConfirmation }: OwnRisk, atLevel: Decision | undefined): Decision =>
  atLevel === "deny" ? "deny" : requiresConfirmation ? "ask" : "allow";
