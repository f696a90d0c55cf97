import type { JsonObject, JsonValue } from "./json-value.js";
import type { TextTemplate } from "./text-template.js";

/** The levels of risk, from the lowest. */
export type RiskLevel = "safe" | "moderate" | "dangerous";

/** The highest risk that a call can have: the highest level of all, and whether any call is confirmed. */
export interface Risk {
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  /**
   * True if the spec itself requires confirmation, and not only the level. Then no call is executed if no user can be
   * asked.
   */
  readonly explicitConfirmation?: true;
  /** The impact of a call. */
  readonly impact?: TextTemplate;
  /** The same about every call, for descriptions of the tool: values are their parameters' names, in `‹›`. */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
  /**
   * The reason for the level of calls to which no rule applies: the spec's `risk`, or what a value can be in its place.
   * Without it, the reason is the tool's kind.
   */
  readonly levelFrom?: "risk" | "value";
  /** For tools whose arguments decide: the first that matches applies, and the last one always matches. */
  readonly rules?: readonly RiskRule[];
}

/** The risk of the calls for which all conditions hold. */
export interface RiskRule {
  readonly when: readonly Condition[];
  readonly level: RiskLevel;
  readonly requiresConfirmation: boolean;
  readonly explicitConfirmation?: true;
  readonly impact?: TextTemplate;
}

/** The name that stands for the caller in conditions, whatever parameters a tool has. */
export const principalName = "@principal";

/**
 * A condition on a top-level parameter, or on the caller (`principalName`): one of some values, where `null` means
 * absence, or a JSON Schema (`decidedKeywords`).
 */
export type Condition =
  | { readonly param: string; readonly is: readonly JsonValue[] }
  | { readonly param: string; readonly fits: JsonObject };

/**
 * The decisions about a call, in the order of strictness: it is executed, the user is asked first, or it is refused.
 */
export const decisions = ["allow", "ask", "deny"] as const;

/** The decision of settings about a call. */
export type Decision = (typeof decisions)[number];

export const riskLevels: readonly RiskLevel[] = ["safe", "moderate", "dangerous"];

/** The decisions about a call that requires confirmation if no user can be asked. */
export const unattendedWords = ["allow", "deny"] as const;

/** The decision about calls that require confirmation if no user can be asked. */
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

/** The data about a tool that user interfaces and agent loops get before a call. */
export interface ToolMetadata {
  readonly riskLevel: RiskLevel;
  /** True if the user is asked before a call; if arguments decide, true if any call requires it. */
  readonly requiresConfirmation: boolean;
  /**
   * The impact of a call. In the metadata of a compiled tool, the values in `risk.impact` are names of parameters
   * (`Deletes ‹path›.`). In a question about a call, it is the call's own.
   */
  readonly impactDescription?: string;
  /** A label that user interfaces group tools by. */
  readonly category?: string;
}

/** The part of a tool's risk that is known without its definition. */
export type ToolRisk = Pick<Risk, "level" | "requiresConfirmation" | "impactDescription" | "category">;

/**
 * Tool categories, for permissions and for display. The values are Gemini CLI's (`Kind` of `@google/gemini-cli-core`
 * 0.61); specs use the first nine. A plain object and not an enum, so that `"read"` is a `Kind` too.
 */
export const Kind = {
  Read: "read",
  Edit: "edit",
  Delete: "delete",
  Move: "move",
  Search: "search",
  Execute: "execute",
  Think: "think",
  Fetch: "fetch",
  Other: "other",
  Agent: "agent",
  Communicate: "communicate",
  Plan: "plan",
  SwitchMode: "switch_mode",
} as const;

export type Kind = (typeof Kind)[keyof typeof Kind];

/** Kinds whose calls change nothing (Gemini CLI's `READ_ONLY_KINDS`). */
export const readOnlyKinds: ReadonlySet<Kind> = new Set<Kind>([Kind.Read, Kind.Search, Kind.Fetch]);
