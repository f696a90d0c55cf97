import type { CallContext } from "../contract/call.js";
import type { CallDecision, DecidedRisk } from "../contract/decision.js";
import type { Validator } from "../contract/definition.js";
import type { Condition, RiskLevel } from "../contract/risk.js";
import type { UserRiskSettings } from "../contract/risk-settings.js";
import type { JsonObject } from "../json/json-value.js";
import { decideCall } from "./decide-call.js";
import { conditionsHold, conditionsOf, decideRisk, type RiskyDefinition } from "./decide-risk.js";
import type { Subject } from "./read-settings.js";
import { resolvePathArguments } from "./resolve-path-arguments.js";
import { appliesToLevel } from "./strictness.js";
import type { ToolOrigin } from "./tool-origin.js";

/** A parameter that no tool has. */
const undeclared = "\u0000";

/** What whoever decides on a call has to know of it. */
export interface CallRisk extends DecidedRisk {
  /** The level that the user's own settings give the call, if they do. */
  readonly usersLevel: RiskLevel | undefined;
  /** Which calls are allowed with this one where somebody says "always". */
  readonly alike: ApprovalScope;
  /** Whether settings can say which calls these are. They can't where a tool takes parameters that it doesn't declare. */
  readonly canBeSaved: boolean;
  /** The arguments as conditions see them: paths as they lead. */
  readonly seen: JsonObject;
  /** Of the tools of MCP servers: an "always" holds as long as they say the same of themselves. */
  readonly origin?: ToolOrigin;
}

/** Calls that are to be decided like one that somebody was asked about: those for which all conditions hold. */
export interface ApprovalScope {
  readonly when: readonly Condition[];
  /** Whether a call that gives another parameter is none of them. */
  readonly exactly: boolean;
}

/** What is to be known of a tool for it. */
export interface RiskyTool {
  readonly definition: RiskyDefinition & Subject;
  readonly validate: Validator;
}

/**
 * The risk of a checked call, by its spec, the project's settings, the user's, and the command line's. A user's settings that can't be read deny. `alike` is
 * narrow: of a dangerous call it is the very same arguments; else the same values of the parameters by which rules and settings tell calls apart, so that no
 * call of a higher level is among them. `answer` is what was decided on this very call, where somebody has decided already: then no settings are read.
 */
export function callRisk(
  tool: RiskyTool,
  params: JsonObject,
  context: CallContext,
  answer: CallDecision = decideCall(tool.definition, params, context),
): CallRisk {
  const { definition } = tool;
  const { workspace, projectDir, commandLine } = context;
  const settings: UserRiskSettings = answer.ok ? answer.decided.said : { ...(commandLine && { commandLine }) };
  const decided = answer.ok ? answer.decided : decideRisk(definition, params, { workspace, projectDir }, settings);
  const all = [...new Set([...definition.params, ...Object.keys(params)])];
  const seen = resolvePathArguments(definition, params, { workspace, projectDir, named: new Set(all) });
  const exactly = decided.level === "dangerous";
  const telling = exactly ? all : [...new Set(conditionsOf(definition, settings).map(({ param }) => param))];
  const when = telling.map((param): Condition => ({ param, is: [Object.hasOwn(seen, param) ? (seen[param] ?? null) : null] }));
  const { ownLevel } = decided;
  const users = settings.user?.overrides?.find((one) => appliesToLevel(one, ownLevel) && conditionsHold(one.when, seen));
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
    alike: { when, exactly },
    canBeSaved,
    seen,
  };
}

/** Whether a call is one of those. */
export function isInScope({ when, exactly }: ApprovalScope, seen: JsonObject): boolean {
  const known = new Set(when.map(({ param }) => param));
  if (exactly && Object.keys(seen).some((param) => !known.has(param))) return false;
  return conditionsHold(when, seen);
}
