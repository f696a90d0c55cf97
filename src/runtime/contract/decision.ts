import type { RiskLevel } from "./risk.js";
import type { Decision, Unattended, UserRiskSettings } from "./risk-settings.js";

/** A call under all settings. */
export interface DecidedCall extends DecidedRisk {
  /** What settings say of calls that are to be asked about where nobody can be asked; `undefined`: nothing. */
  readonly unattended: Unattended | undefined;
  /** What the user said of the tool when it was decided: whoever has to know more of the call goes by the same. */
  readonly said: UserRiskSettings;
}

/** A call that nothing refuses. */
export type PermittedCall = DecidedCall & { readonly decision: Exclude<Decision, "deny"> };

/** What becomes of a call, or why that can't be found out. */
export type CallDecision =
  | { readonly ok: true; readonly decided: DecidedCall }
  | { readonly ok: false; readonly problems: readonly string[] };

/** What a call is worth asking about, and for what reason. */
export interface DecidedRisk {
  readonly level: RiskLevel;
  readonly decision: Decision;
  /** Whether somebody is asked first. */
  readonly requiresConfirmation: boolean;
  /** Whether more than its level says so: where nobody can be asked, such a call is refused. */
  readonly isExplicit: boolean;
  /** What the call does to the world, for the person who is asked; `undefined` where the spec doesn't say. */
  readonly impact: string | undefined;
  /** The rule of `risk.rules` that matched, counted from 0; `undefined`: none did, or there is none. */
  readonly rule: number | undefined;
  /** What of settings decided, or the path that made the call what it is; `undefined`: the spec did. */
  readonly from: string | undefined;
  /** The level before settings: the spec's, or that of a path that programs trust. */
  readonly ownLevel: RiskLevel;
  /** Whether only such a path wants the call confirmed. A client that asks by a compiled policy doesn't know of it. */
  readonly isAskedByPath: boolean;
}

/** What paths count from; absolute. */
export interface CallFolders {
  readonly workspace: string;
  readonly projectDir: string;
}
