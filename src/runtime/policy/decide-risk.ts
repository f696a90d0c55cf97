import { resolve } from "node:path";
import { buildText } from "../command/build-text.js";
import type { CallFolders, DecidedRisk } from "../contract/decision.js";
import type { ToolDefinition } from "../contract/definition.js";
import { type Condition, principalName, type RiskLevel } from "../contract/risk.js";
import type { RiskSettings, UserRiskSettings } from "../contract/risk-settings.js";
import { deepEqual } from "../json/deep-equal.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { findTrustedPath } from "../paths/find-trusted-path.js";
import { matchesSchema } from "./matches-schema.js";
import { addReason, dropLoosening, raiseRisk } from "./raise-risk.js";
import { type Layer, type OwnRisk, resolveDecision } from "./resolve-decision.js";
import { resolvePathArguments } from "./resolve-path-arguments.js";
import { appliesToLevel } from "./stricter.js";

/** The parts of a definition that decide its risk. */
export type RiskyDefinition = Pick<ToolDefinition, "risk" | "riskSettings" | "params" | "paths" | "project" | "specDir">;

/**
 * Decides the risk of a call. `params` are its checked arguments, defaults applied; `folders` are absolute; `user` and
 * `commandLine` are the user's settings for the tool. Conditions on paths compare their targets, so links may be
 * followed; nothing else is read. A path that programs trust raises the level, whatever the spec and the project's
 * settings say (docs/risk.md#trusted-paths).
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
  ...(confirm && { confirm }),
  override: overrides.find((one) => appliesToLevel(one, level) && matches(one, params)),
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
