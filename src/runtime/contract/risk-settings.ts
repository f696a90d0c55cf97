import type { Condition, RiskLevel } from "./risk.js";

/**
 * The decisions about a call, in the order of strictness: it is executed, the user is asked first, or it is refused.
 */
export const decisions = ["allow", "ask", "deny"] as const;
export type Decision = (typeof decisions)[number];

export const riskLevels: readonly RiskLevel[] = ["safe", "moderate", "dangerous"];

/** The decisions about a call that requires confirmation if no user can be asked. */
export const unattendedWords = ["allow", "deny"] as const;
export type Unattended = (typeof unattendedWords)[number];

/** The settings for a tool, besides its spec. */
export interface RiskSettings {
  /** The decision for each level, unless the spec or an override decides. */
  readonly confirm?: Readonly<Partial<Record<RiskLevel, Decision>>>;
  /** The decision if no user can be asked. */
  readonly unattended?: Unattended;
  /** The first whose conditions hold decides. */
  readonly overrides?: readonly Override[];
  /** True if an entry was made for an earlier declaration of the tool, which has changed since. */
  readonly hasLapsed?: true;
}

/** The settings of the user, besides specs and projects. */
export interface UserRiskSettings {
  /** The user's settings file. */
  readonly user?: RiskSettings;
  /** The command line's settings for this run, which override everything. */
  readonly commandLine?: RiskSettings;
}

/** Overrides the spec for the calls that meet all conditions. */
export interface Override {
  readonly when: readonly Condition[];
  /** It applies to no call whose spec says that it is more dangerous than this. */
  readonly upTo?: RiskLevel;
  /** It applies to an MCP server's tool whose declaration has this hash. */
  readonly declared?: string;
  readonly level?: RiskLevel;
  readonly decision?: Decision;
  /** The position of the setting, for explanations: `toolgen.yaml: risk.git_push`. */
  readonly from: string;
}
