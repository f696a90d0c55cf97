import type { CallContext } from "../contract/call.js";
import type { CallDecision, DecidedRisk } from "../contract/decision.js";
import type { Validator } from "../contract/definition.js";
import { type Condition, principalName, type RiskLevel } from "../contract/risk.js";
import type { UserRiskSettings } from "../contract/risk-settings.js";
import type { JsonObject } from "../json/json-value.js";
import { decideCall } from "./decide-call.js";
import { conditionsHold, conditionsOf, decideRisk, type RiskyDefinition, withPrincipal } from "./decide-risk.js";
import type { Subject } from "./read-settings.js";
import { resolvePathArguments } from "./resolve-path-arguments.js";
import { appliesToLevel } from "./stricter.js";
import type { ToolOrigin } from "./tool-origin.js";

/** A name that no parameter has. */
const undeclared = "\u0000";

/** The risk of a call, for the code that decides on it. */
export interface CallRisk extends DecidedRisk {
  /** The level that the user's own settings give the call, if they give one. */
  readonly usersLevel: RiskLevel | undefined;
  /** The calls that an "always" for this one covers. */
  readonly scope: ApprovalScope;
  /** True if settings can describe these calls. They can't for a tool that accepts undeclared parameters. */
  readonly canBeSaved: boolean;
  /** The arguments as conditions compare them, with resolved paths. */
  readonly seen: JsonObject;
  /** The origin of an MCP server's tool: an "always" is valid as long as its declaration stays the same. */
  readonly origin?: ToolOrigin;
}

/** The calls that one approval covers: those that meet all conditions. */
export interface ApprovalScope {
  readonly when: readonly Condition[];
  /** True if a call with another parameter isn't covered. */
  readonly exactly: boolean;
}

/** The parts of a tool that decide its risk. */
export interface RiskyTool {
  readonly definition: RiskyDefinition & Subject;
  readonly validate: Validator;
}

/**
 * Returns the risk of a checked call, by its spec, the settings of the project and the user, and the command line. If
 * settings can't be read, the call is denied. `scope` is narrow: the very same arguments for a dangerous call,
 * otherwise the same values of the parameters that rules and settings use. So it covers no call of a higher level. With
 * `answer`, an earlier decision about this call, no settings are read.
 */
export function callRisk(
  tool: RiskyTool,
  params: JsonObject,
  context: CallContext,
  answer: CallDecision = decideCall(tool.definition, params, context),
): CallRisk {
  const { definition } = tool;
  const { workspace, projectDir, principal, commandLine } = context;
  const settings: UserRiskSettings = answer.ok ? answer.decided.settings : { ...(commandLine && { commandLine }) };
  const decided = answer.ok ? answer.decided : decideRisk(definition, params, { workspace, projectDir, principal }, settings);
  const all = [...new Set([...definition.params, ...Object.keys(params)])];
  const seen = resolvePathArguments(definition, params, { workspace, projectDir, named: new Set(all) });
  const exactly = decided.level === "dangerous";
  // An approval is the caller's own, so the caller needs no condition.
  const relevant = exactly ? all : [...new Set(conditionsOf(definition, settings).map(({ param }) => param))].filter(isParameter);
  const when = relevant.map((param): Condition => ({ param, is: [Object.hasOwn(seen, param) ? (seen[param] ?? null) : null] }));
  const { ownLevel } = decided;
  const users = settings.user?.overrides?.find(
    (one) => appliesToLevel(one, ownLevel) && conditionsHold(one.when, withPrincipal(seen, { principal })),
  );
  const canBeSaved = !exactly || !tool.validate({ ...params, [undeclared]: true });
  const { level, decision, requiresConfirmation, isExplicit, isAskedByPath, impact, rule, from } = decided;
  return {
    level,
    decision: answer.ok ? decision : "deny",
    requiresConfirmation,
    isExplicit,
    impact,
    rule,
    from,
    ownLevel,
    isAskedByPath,
    usersLevel: users?.level,
    scope: { when, exactly },
    canBeSaved,
    seen,
  };
}

const isParameter = (name: string) => name !== principalName;

/** Returns true if the scope covers a call. */
export function isInScope({ when, exactly }: ApprovalScope, seen: JsonObject): boolean {
  const parameters = new Set(when.map(({ param }) => param));
  if (exactly && Object.keys(seen).some((param) => !parameters.has(param))) return false;
  return conditionsHold(when, seen);
}
