import type { Condition, RiskLevel } from "./risk.js";

/** What becomes of a call: it is carried out, somebody is asked first, or it is refused. In the order of strictness. */
export const decisions = ["allow", "ask", "deny"] as const;
export type Decision = (typeof decisions)[number];

export const levels: readonly RiskLevel[] = ["safe", "moderate", "dangerous"];

/** What becomes of a call that is to be asked about where nobody can be asked. */
export const unattendedWords = ["allow", "deny"] as const;
export type Unattended = (typeof unattendedWords)[number];

/** What settings say of a tool, beside what its spec says. */
export interface RiskSettings {
  /** What happens at a level, where neither the spec nor an override says otherwise. */
  readonly confirm?: Readonly<Partial<Record<RiskLevel, Decision>>>;
  /** Where nobody can be asked. */
  readonly unattended?: Unattended;
  /** The first whose conditions hold decides. */
  readonly overrides?: readonly Override[];
  /** Whether more is said of the tool as it was, which says something else of itself by now. */
  readonly hasLapsed?: true;
}

/** What is said beside specs and projects by those who use them. */
export interface UserRiskSettings {
  /** The user's settings file. */
  readonly user?: RiskSettings;
  /** For this time, which beats everything. */
  readonly commandLine?: RiskSettings;
}

/** What takes the place of what a spec says, for the calls for which all conditions hold. */
export interface Override {
  readonly when: readonly Condition[];
  /** It is about no call that its spec says is more dangerous than this. */
  readonly upTo?: RiskLevel;
  /** It is about an MCP server's tool that says of itself what has this mark. */
  readonly declared?: string;
  readonly level?: RiskLevel;
  readonly decision?: Decision;
  /** Where it is written, for whoever asks: `toolgen.yaml: risk.git_push`. */
  readonly from: string;
}
