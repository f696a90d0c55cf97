import { resolve } from "node:path";
import { buildText } from "../argv/text.js";
import type { Condition, RiskLevel, ToolDefinition } from "../definition.js";
import type { JsonObject, JsonValue } from "../json.js";
import { findTrustedPath } from "../paths/find-trusted-path.js";
import { same } from "../repair/same.js";
import { type Consent, type Decision, isAbout, type UserConsent } from "./consent.js";
import { fits } from "./fits.js";
import { asTheyLead, type Folders } from "./paths-as-they-lead.js";
import { type Layer, type OwnRisk, settle } from "./settle.js";
import { raised, withoutLoosening, withReason } from "./trusted-risk.js";

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

/** What of a definition decides. */
export type RiskyDefinition = Pick<ToolDefinition, "risk" | "consent" | "params" | "paths" | "project" | "specDir">;

/**
 * The risk of a call. `params` are its checked arguments, defaults applied; `folders` are absolute; `user` and `commandLine` are what the user says of
 * the tool. Conditions on paths see where these lead, so it may follow links; otherwise it looks at nothing. A path that programs trust by its place raises
 * the level, whatever the spec and the project's settings say (docs/risk.md#trusted-paths).
 */
export function decideRisk(
  definition: RiskyDefinition,
  params: JsonObject,
  folders: Folders,
  { user = {}, commandLine = {} }: UserConsent = {},
): DecidedRisk {
  const { risk, consent: project = {} } = definition;
  const { rules = [] } = risk;
  const named = new Set(conditionsOf(definition, { user, commandLine }).map(({ param }) => param));
  const seen = named.size === 0 ? params : asTheyLead(definition, params, { ...folders, named });
  const at = rules.findIndex((rule) => matches(rule, seen));
  const said = rules[at] ?? risk;
  const trusted = findTrustedPath(definition, params, folders);
  const own = raised(said, trusted);
  const under = (one: OwnRisk, ofProject: Layer) =>
    settle(one, { user: layer(user, seen, one.level), project: ofProject, commandLine: layer(commandLine, seen, one.level) });
  const ofProject = layer(project, seen, own.level);
  const { level, decision, isExplicit, from } = under(own, trusted === undefined ? ofProject : withoutLoosening(ofProject, own.level));
  const isAskedByPath = trusted !== undefined && decision === "ask" && under(said, layer(project, seen, said.level)).decision === "allow";
  return {
    level,
    decision,
    requiresConfirmation: decision === "ask",
    isExplicit: isExplicit || isAskedByPath,
    impact: withReason(impactText(said.impact, definition, params, folders), trusted),
    // The last one is what the tool says where no rule matches.
    rule: at === -1 || at === rules.length - 1 ? undefined : at,
    from: from ?? (trusted !== undefined && (own !== said || isAskedByPath) ? `the trusted path ${trusted.path}` : undefined),
    ownLevel: own.level,
    isAskedByPath,
  };
}

/** All that is asked about the arguments of a tool's calls. */
export function conditionsOf(
  { risk, consent: project = {} }: Pick<ToolDefinition, "risk" | "consent">,
  { user = {}, commandLine = {} }: UserConsent,
): readonly Condition[] {
  const overrides = [project, user, commandLine].flatMap((one) => one.overrides ?? []);
  return [...(risk.rules ?? []), ...overrides].flatMap(({ when }) => when);
}

const layer = ({ confirm, overrides = [] }: Consent, params: JsonObject, own: RiskLevel): Layer => ({
  ...(confirm && { confirm }),
  override: overrides.find((one) => isAbout(one, own) && matches(one, params)),
});

const matches = ({ when }: { readonly when: readonly Condition[] }, params: JsonObject) => conditionsHold(when, params);

/** Whether all conditions hold of arguments whose paths are as they lead. */
export const conditionsHold = (when: readonly Condition[], params: JsonObject): boolean =>
  when.every((condition) => holds(condition, params));

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

function impactText(
  impact: ToolDefinition["risk"]["impact"],
  { params: order, specDir }: RiskyDefinition,
  params: JsonObject,
  { workspace, projectDir }: Folders,
): string | undefined {
  if (impact === undefined) return undefined;
  const built = buildText(impact, { params, order, workspace, specDir: resolve(projectDir, specDir) });
  return built.ok && built.text !== undefined && built.text.trim() !== "" ? built.text.trim() : undefined;
}
