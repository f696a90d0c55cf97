import { isDeepStrictEqual } from "node:util";
import type { CallContext } from "../contract/call.js";
import { ToolConfirmationOutcome } from "../contract/confirmation.js";
import type { Validator } from "../contract/definition.js";
import type { JsonObject } from "../contract/json-value.js";
import {
  type CallDecision,
  type Condition,
  type DecidedRisk,
  principalName,
  type RiskLevel,
  riskLevels,
  type ToolRisk,
  type UserRiskSettings,
} from "../contract/risk.js";
import {
  appliesToLevel,
  conditionsHold,
  conditionsOf,
  decideCall,
  decideRisk,
  type RiskyDefinition,
  withPrincipal,
} from "./decide-risk.js";
import { resolvePathArguments } from "./paths/find-trusted-path.js";
import type { Subject } from "./risk-settings.js";

/** A call that the user has answered or will be asked about. */
export interface ApprovedCall {
  /** The name under which the tool is registered. */
  readonly tool: string;
  /**
   * The approval scope, if more is known about the call than its tool: "always" then covers such calls, and for an MCP
   * server's tool only as long as its declaration stays the same.
   */
  readonly risk?: CallRisk;
}

/** Saves an approval for later processes. Returns the reason if that failed. */
export type SaveApproval = (subject: ApprovedCall) => Promise<string | undefined>;

/** Every call of a tool. */
const anyCall: ApprovalScope = { when: [], exactly: false };

/** Calls that were approved, of a tool as it was declared then. */
interface Allowed {
  readonly scope: ApprovalScope;
  /**
   * The level that the user saw: after a change of the spec or settings such calls may have a higher one. `undefined`:
   * any level.
   */
  readonly level: RiskLevel | undefined;
  readonly declared: string | undefined;
  readonly isToBeSaved: boolean;
}

/**
 * The users' approvals as long as a registry lives: of calls, of tools, and of MCP servers with the tools that they
 * declared. They don't affect denied calls.
 */
export class Approvals {
  /** The declaration hashes of tools that were approved with their server. */
  readonly #servers = new Map<string, ReadonlySet<string>>();
  readonly #tools = new Map<string, readonly Allowed[]>();
  readonly #save: SaveApproval | undefined;
  readonly #onProblem: (tool: string, problem: string) => void;

  /** `save` stores approvals; `onProblem` is called if that fails. */
  constructor({
    save,
    onProblem = () => {},
  }: { readonly save?: SaveApproval; readonly onProblem?: (tool: string, problem: string) => void } = {}) {
    this.#save = save;
    this.#onProblem = onProblem;
  }

  has(subject: ApprovedCall): boolean {
    const origin = subject.risk?.origin;
    if (origin !== undefined && this.#servers.get(origin.server)?.has(origin.declared)) return true;
    return this.#allowed(subject).some(({ declared }) => declared === origin?.declared);
  }

  /**
   * Returns true if a call was approved for an earlier declaration of its tool, or for a tool that its server hadn't
   * declared.
   */
  hasLapsed(subject: ApprovedCall): boolean {
    const server = subject.risk?.origin?.server;
    const wasAllowed = this.#allowed(subject).length > 0 || (server !== undefined && this.#servers.has(server));
    return wasAllowed && !this.has(subject);
  }

  /**
   * Records an answer. Only "always" answers are kept. An approval that can't be saved is still kept in this process.
   */
  async remember(outcome: ToolConfirmationOutcome, subject: ApprovedCall): Promise<void> {
    const { ProceedAlways, ProceedAlwaysAndSave, ProceedAlwaysServer, ProceedAlwaysTool } = ToolConfirmationOutcome;
    const { tool, risk } = subject;
    const { origin } = risk ?? {};
    if (outcome === ProceedAlwaysServer && origin !== undefined)
      this.#servers.set(origin.server, new Set([...(this.#servers.get(origin.server) ?? []), ...origin.ofServer, origin.declared]));
    if (outcome === ProceedAlwaysTool)
      this.#allow(tool, { scope: anyCall, level: undefined, declared: origin?.declared, isToBeSaved: false });
    if (outcome !== ProceedAlways && outcome !== ProceedAlwaysAndSave) return;
    const isToBeSaved = outcome === ProceedAlwaysAndSave;
    const allowed = { scope: risk?.scope ?? anyCall, level: risk?.level, declared: origin?.declared, isToBeSaved };
    // A tool may have recorded the answer itself, before the code that asks does.
    if (this.#tools.get(tool)?.some((one) => isDeepStrictEqual(one, allowed))) return;
    this.#allow(tool, allowed);
    if (!isToBeSaved) return;
    const problem = this.#save === undefined ? "There is no settings file to save it in." : await this.#save(subject);
    if (problem !== undefined) this.#onProblem(tool, `The approval for ${tool} holds until this run ends, and isn't saved: ${problem}`);
  }

  #allow(tool: string, allowed: Allowed): void {
    this.#tools.set(tool, [...(this.#tools.get(tool) ?? []), allowed]);
  }

  /** Returns the approvals of similar calls, whatever their tool declares. */
  #allowed({ tool, risk }: ApprovedCall): readonly Allowed[] {
    return (this.#tools.get(tool) ?? []).filter(({ scope, level }) => isInScope(scope, risk?.seen ?? {}) && isWithin(risk?.level, level));
  }
}

const isWithin = (level: RiskLevel | undefined, most: RiskLevel | undefined): boolean =>
  level === undefined || most === undefined || riskLevels.indexOf(level) <= riskLevels.indexOf(most);

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

/**
 * The origin and the declaration of an external tool. The declaration can change later, and an approval is valid only
 * for the one that the user saw.
 */
export interface ToolOrigin {
  /** The alias of its MCP server. */
  readonly server: string;
  /** A hash of the tool's declaration: it changes with its description, its schema or its hints. */
  readonly declared: string;
  /** The hashes of all tools that the server has declared with it. */
  readonly ofServer: ReadonlySet<string>;
}

/**
 * Returns the definition that decides on a tool without a spec, of an MCP server or a discovery command. It has no
 * paths, so conditions see its arguments unchanged.
 */
export function externalDefinition(subject: Subject, { level, requiresConfirmation }: ToolRisk): RiskyDefinition & Subject {
  return {
    ...subject,
    risk: { level, requiresConfirmation },
    params: [],
    paths: [],
    project: { roots: {}, output: "", specPatterns: [] },
    specDir: ".",
  };
}

/** Returns the risk of one call of it. It may accept undeclared parameters. */
export const externalCallRisk = (
  definition: RiskyDefinition & Subject,
  params: JsonObject,
  { context, answer }: { readonly context: CallContext; readonly answer: CallDecision },
): CallRisk => callRisk({ definition, validate: () => true }, params, context, answer);

/**
 * Describes the calls that an "always" covers, for the user who answers: "this very call", "calls of deploy with the
 * same to".
 */
export function describeApprovalScope(tool: string, { when, exactly }: ApprovalScope): string {
  if (exactly) return "this very call";
  const params = when.map(({ param }) => param);
  return params.length === 0 ? `calls of ${tool}` : `calls of ${tool} with the same ${params.join(", ")}`;
}

/** The model's message for a call that the user refused. */
export const deniedByUser = "Tool execution denied by user.";
