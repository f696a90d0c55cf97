import type { RiskLevel } from "./risk.js";
import type { Decision, Unattended, UserRiskSettings } from "./risk-settings.js";

/** A call under all settings. */
export interface DecidedCall extends DecidedRisk {
  /**
   * The settings' decision about calls that require confirmation if no user can be asked; `undefined` if they have
   * none.
   */
  readonly unattended: Unattended | undefined;
  /** The user's settings for the tool at the time of the decision. Later steps must use the same settings. */
  readonly settings: UserRiskSettings;
}

/** A call that isn't denied. */
export type PermittedCall = DecidedCall & { readonly decision: Exclude<Decision, "deny"> };

/** The decision about a call, or the reason why there is none. */
export type CallDecision =
  | { readonly ok: true; readonly decided: DecidedCall }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The risk of a call, and the reason for it. */
export interface DecidedRisk {
  readonly level: RiskLevel;
  readonly decision: Decision;
  /** True if the user is asked first. */
  readonly requiresConfirmation: boolean;
  /** True if more than the level requires confirmation. Such a call is refused if no user can be asked. */
  readonly isExplicit: boolean;
  /** The impact of the call, for the user who confirms it; `undefined` if the spec has none. */
  readonly impact: string | undefined;
  /** The rule of `risk.rules` that matched, counted from 0; `undefined`: none did, or there is none. */
  readonly rule: number | undefined;
  /** The setting that decided, or the path that raised the risk; `undefined` if the spec decided. */
  readonly from: string | undefined;
  /** The level before settings: the spec's, or that of a path that programs trust. */
  readonly ownLevel: RiskLevel;
  /** True if only such a path requires confirmation. A client that asks by a compiled policy doesn't know about it. */
  readonly isAskedByPath: boolean;
}

/** The folders that paths are relative to, absolute, and who calls. */
export interface CallFolders {
  readonly workspace: string;
  readonly projectDir: string;
  /** The caller as authenticated over HTTP; absent for a user of this machine. */
  readonly principal?: string | undefined;
}
