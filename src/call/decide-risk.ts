import { resolve } from "node:path";
import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import { deepEqual, type JsonObject, type JsonValue } from "../contract/json-value.js";
import {
  type CallDecision,
  type CallFolders,
  type Condition,
  type DecidedRisk,
  type Decision,
  decisions,
  type Override,
  type PermittedCall,
  principalName,
  type RiskLevel,
  type RiskSettings,
  riskLevels,
  type Unattended,
  type UserRiskSettings,
  unattendedWords,
} from "../contract/risk.js";
import { buildText } from "./build-text.js";
import { findTrustedPath, resolvePathArguments, type TrustedPath } from "./paths/find-trusted-path.js";
import type { Subject } from "./risk-settings.js";
import { matchesSchema, SlowMatch } from "./schema-keywords.js";
import { userRiskSettings } from "./user-settings.js";

/**
 * Calls `decideRisk` with the user's settings file and the command line. `params` are checked. Settings that can't be
 * read are reported, because what they deny is unknown.
 */
export function decideCall(definition: RiskyDefinition & Subject, params: JsonObject, context: CallContext): CallDecision {
  const user = userRiskSettings(definition, context.env);
  if (!user.ok) return user;
  const { riskSettings } = user;
  const settings = { user: riskSettings, ...(context.commandLine && { commandLine: context.commandLine }) };
  const unattended = stricter(unattendedWords, definition.riskSettings?.unattended, riskSettings.unattended);
  try {
    return { ok: true, decided: { ...decideRisk(definition, params, context, settings), unattended, settings } };
  } catch (error) {
    if (error instanceof SlowMatch) return { ok: false, problems: [`${error.message}.`] };
    throw error;
  }
}

/** Decides on a call by its tool's spec, without settings. A spec denies nothing. */
export function decideBySpec(definition: RiskyDefinition, params: JsonObject, folders: CallFolders): PermittedCall {
  const { requiresConfirmation, level, isExplicit, impact, rule, from, ownLevel, isAskedByPath } = decideRisk(definition, params, folders);
  const decision = requiresConfirmation ? "ask" : "allow";
  const spec = { unattended: undefined, settings: {} };
  // The spread comes last: `run` in execute-tool-call.ts says why.
  return { level, decision, requiresConfirmation, isExplicit, impact, rule, from, ownLevel, isAskedByPath, ...spec };
}

/**
 * Returns the decision about a call that requires confirmation if no user can be asked; `undefined` if settings don't
 * say. While they can't be read, `deny`.
 */
export const unattendedBy = (answer: CallDecision): Unattended | undefined => (answer.ok ? answer.decided.unattended : "deny");

/** The parts of a definition that decide its risk. */
export type RiskyDefinition = Pick<ToolDefinition, "risk" | "riskSettings" | "params" | "paths" | "project" | "specDir">;

/**
 * Decides the risk of a call. `params` are its checked arguments, defaults applied; `folders` are absolute; `user` and
 * `commandLine` are the user's settings for the tool. Conditions on paths compare their targets, so links may be
 * followed; nothing else is read. A path that programs trust raises the level, whatever the spec and the project's
 * settings say (docs/risk-values.md#trusted-paths).
 */
export function decideRisk(
  definition: RiskyDefinition,
  params: JsonObject,
  folders: CallFolders,
  { user = {}, commandLine = {} }: UserRiskSettings = {},
): DecidedRisk {
  const { risk, riskSettings: project = {} } = definition;
  const { rules = [] } = risk;
  const tested = new Set(conditionsOf(definition, { user, commandLine }).map(({ param }) => param));
  const args = tested.size === 0 ? params : withPrincipal(resolvePathArguments(definition, params, { ...folders, named: tested }), folders);
  // The first rule that matches decides. `lowerRisk` has appended one without conditions, for all other calls.
  const matched = rules.findIndex((rule) => matches(rule, args));
  const declared = rules[matched] ?? risk;
  const trusted = findTrustedPath(definition, params, folders);
  const raised = raiseRisk(declared, trusted);

  const projectLayer = ({ level }: OwnRisk) => layer(project, args, level);
  const decide = (own: OwnRisk, ofProject: Layer) =>
    resolveDecision(own, { user: layer(user, args, own.level), project: ofProject, commandLine: layer(commandLine, args, own.level) });
  const ofProject = trusted === undefined ? projectLayer(raised) : dropLoosening(projectLayer(raised), raised.level);
  const { level, decision, isExplicit, from } = decide(raised, ofProject);
  // The call would be allowed if it didn't name a trusted path.
  const isAskedByPath = trusted !== undefined && decision === "ask" && decide(declared, projectLayer(declared)).decision === "allow";
  const isRaised = trusted !== undefined && (raised !== declared || isAskedByPath);
  return {
    level,
    decision,
    requiresConfirmation: decision === "ask",
    isExplicit: isExplicit || isAskedByPath,
    impact: addReason(impactText(declared.impact, definition, params, folders), trusted),
    // The appended rule has no place in the spec.
    rule: matched === -1 || matched === rules.length - 1 ? undefined : matched,
    from: from ?? (isRaised ? `the trusted path ${trusted.path}` : undefined),
    ownLevel: raised.level,
    isAskedByPath,
  };
}

/** Returns arguments with the caller among them, in the place of an argument of that name, which a model may send. */
export const withPrincipal = (params: JsonObject, { principal }: Pick<CallFolders, "principal">): JsonObject => ({
  ...params,
  [principalName]: principal ?? null,
});

/** All conditions on the calls of a tool. */
export function conditionsOf(
  { risk, riskSettings: project = {} }: Pick<ToolDefinition, "risk" | "riskSettings">,
  { user = {}, commandLine = {} }: UserRiskSettings,
): readonly Condition[] {
  const overrides = [project, user, commandLine].flatMap((one) => one.overrides ?? []);
  return [...(risk.rules ?? []), ...overrides].flatMap(({ when }) => when);
}

const layer = ({ confirm, overrides = [] }: RiskSettings, params: JsonObject, level: RiskLevel): Layer => ({
  override: overrides.find((one) => appliesToLevel(one, level) && matches(one, params)),
  ...(confirm && { confirm }),
});

const matches = ({ when }: { readonly when: readonly Condition[] }, params: JsonObject) => conditionsHold(when, params);

/** Returns true if all conditions hold for arguments with resolved paths. */
export const conditionsHold = (when: readonly Condition[], params: JsonObject): boolean =>
  when.every((condition) => holds(condition, params));

/** Returns true if a condition holds. Absent and `null` are the same. A schema applies only to a present value. */
function holds(condition: Condition, params: JsonObject): boolean {
  const value = Object.hasOwn(params, condition.param) ? params[condition.param] : undefined;
  return conditionHolds(condition, value ?? null);
}

/** Evaluates a condition on one parameter as `decideRisk` does; `null`: the parameter is absent. */
export function conditionHolds(condition: Condition, value: JsonValue): boolean {
  if ("is" in condition) return condition.is.some((one) => deepEqual(one, value));
  return value !== null && matchesSchema(value, condition.fits);
}

function impactText(
  impact: ToolDefinition["risk"]["impact"],
  { params: order, specDir }: RiskyDefinition,
  params: JsonObject,
  { workspace, projectDir }: CallFolders,
): string | undefined {
  if (impact === undefined) return undefined;
  const built = buildText(impact, { params, order, workspace, specDir: resolve(projectDir, specDir) });
  return built.ok && built.text !== undefined && built.text.trim() !== "" ? built.text.trim() : undefined;
}

/**
 * Raises a spec's decision to the level that a written path demands. Returns the same object if the path demands no
 * more.
 */
function raiseRisk(own: OwnRisk, trusted: TrustedPath | undefined): OwnRisk {
  const level = stricter(riskLevels, own.level, trusted?.level) ?? own.level;
  if (trusted === undefined || (level === own.level && own.requiresConfirmation)) return own;
  return { ...own, level, requiresConfirmation: true };
}

/**
 * Returns a project's settings for a call that writes a trusted path. Like the spec, they can't lower its level; the
 * user's settings can.
 */
function dropLoosening({ confirm, override }: Layer, own: OwnRisk["level"]): Layer {
  const tightening = override?.decision === "ask" || override?.decision === "deny" || stricter(riskLevels, override?.level, own) !== own;
  const isDenied = confirm?.[own] === "deny";
  return {
    ...(isDenied && { confirm }),
    ...(override && tightening && { override: { ...override, level: stricter(riskLevels, override.level, own) ?? own } }),
  };
}

/** Returns the impact of a call, with the program that trusts the written path. */
function addReason(impact: string | undefined, trusted: TrustedPath | undefined): string | undefined {
  if (trusted === undefined) return impact;
  return [impact, `${trusted.path}: ${trusted.because}.`].filter((text) => text !== undefined).join(" ");
}

/** The spec's decision about a call. */
interface OwnRisk {
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

interface ResolvedDecision {
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

/** Returns true if an override applies to calls of this level of their spec. */
export const appliesToLevel = ({ upTo }: Override, own: RiskLevel): boolean =>
  upTo === undefined || riskLevels.indexOf(own) <= riskLevels.indexOf(upTo);

/** Returns the stricter of two decisions, either of which may be missing. */
export function stricter<T extends RiskLevel | Decision | Unattended>(
  order: readonly T[],
  a: T | undefined,
  b: T | undefined,
): T | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
