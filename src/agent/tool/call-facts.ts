import { maskedNames, secretValues } from "../../call/audit-log.js";
import { isAudited, recordRefusal } from "../../call/call-record.js";
import type { AuditedDecision } from "../../contract/call.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";
import { InvalidParamsError } from "../../contract/tool-result.js";

/** The facts about a built call that the audit log and the caller need. */
export interface CallFacts {
  /** The model's arguments. */
  readonly input?: unknown;
  /** The result of repairing them, and the rules. */
  readonly repair?: { readonly repaired: RepairReport; readonly definition: RepairRules & Audited };
  /** The tool's decision about the call. The user's settings may override it (`decided`). */
  readonly expected?: AuditedDecision;
  /** The decision of the user's settings, or of the user, which holds. */
  readonly decided?: AuditedDecision;
  /** The project of its tool, and the values that must not be shown. */
  readonly projectFacts?: () => { readonly project: string; readonly secrets: () => readonly string[] };
  /** True if the call logs itself when it is executed. */
  readonly recordsItself?: true;
  /** True if its user must see what a plan prints. */
  readonly hasPlan?: boolean;
  /** True if the call has its line in the log. */
  readonly isLogged?: true;
}

/** The part of a definition that the log needs. */
export interface Audited {
  readonly audit?: true;
  readonly hidden?: readonly string[];
  readonly secrets?: Readonly<Record<string, string>>;
}

/** An invocation with its facts. Gemini CLI's own type of invocations has no such member. */
export interface HasCallFacts {
  callFacts?: CallFacts;
}

/**
 * Adds to the facts about an invocation, and returns it. One that can't be changed, which is never of a class of
 * toolgen's, gets none.
 */
export function addCallFacts<Invocation extends HasCallFacts>(invocation: Invocation, facts: CallFacts): Invocation {
  const recorded = invocation.callFacts;
  if (recorded === undefined && !Object.isExtensible(invocation)) return invocation;
  invocation.callFacts = { ...recorded, ...facts, decided: { ...recorded?.decided, ...facts.decided } };
  return invocation;
}

/** A tool whose arguments were refused. */
interface RefusingTool {
  readonly name: string;
  readonly definition: RepairRules & Audited;
  /** Some tools are other programs' classes with the same methods. */
  readonly parameterSchema?: JsonObject;
}

/**
 * Returns the error of a call that could not be built, which is logged if the environment and the user of this process
 * turn the log on.
 */
export function recordRefusedBuild(
  message: string,
  { tool, input, repaired }: { readonly tool: RefusingTool; readonly input: unknown; readonly repaired: RepairReport },
): InvalidParamsError {
  const { env } = process;
  const { name, definition, parameterSchema = {} } = tool;
  const { audit, secrets } = definition;
  const problems = "problems" in repaired ? repaired.problems : [];
  if (!isAudited(audit ? { audit } : {}, { via: "class", env })) return new InvalidParamsError(message, { problems });
  const problem = recordRefusal({
    tool: name,
    via: "class",
    env,
    isLoggedByProject: audit,
    hidden: maskedNames(parameterSchema),
    secrets: () => secretValues(secrets, env),
    input,
    repair: { repaired, definition },
    why: "invalid",
  });
  return new InvalidParamsError(problem === undefined ? message : `${message}\n${problem}`, { isLogged: true, problems });
}
