import { createHash, randomBytes } from "node:crypto";
import type { AuditedDecision, AuditLine, AuditOutcome, CallContext, CallObserver, Checked, RefusalReason, Via } from "../contract/call.js";
import type { Denial, RunOutcome } from "../contract/call-result.js";
import type { ToolDefinition } from "../contract/definition.js";
import { withTextNumbers } from "../contract/exact-json.late.js";
import { plainJson } from "../contract/json-text.js";
import type { JsonObject, JsonValue } from "../contract/json-value.js";
import type { RepairReport, RepairRules } from "../contract/repair.js";
import type { CallDecision, DecidedRisk } from "../contract/risk.js";
import { type Masking, maskArguments } from "./audit-log.js";
import { decideBySpec } from "./decide-risk.js";
import { classifyRepairs } from "./log/classify-repairs.js";
import { noteBegun, writeLine } from "./log/log-file.js";
import { ruleText } from "./risk-settings.js";
import { hasUserSettings } from "./user-settings.js";
import { type AuditRules, auditRules } from "./user-settings.late.js";

/** The facts about a call before it is prepared. */
interface RecordedCall {
  readonly tool: string;
  readonly via: Via;
  readonly principal?: string | undefined;
  /** The name that a client gives itself. */
  readonly client?: string | undefined;
  readonly project?: string | undefined;
  /** The model's arguments, as far as they are JSON. */
  readonly input?: unknown;
  /** Names of properties whose values are masked. */
  readonly hidden?: readonly string[] | undefined;
  /** Returns values that are masked wherever they are; asked when arguments are kept, because preparing reads some. */
  readonly secrets?: () => readonly string[];
}

/** The end of a call: `failed` as reported to the client; `thrown` for an unexpected error. */
interface CallEnd {
  readonly failed: boolean;
  readonly aborted?: boolean;
  readonly thrown?: boolean;
}

/** Where calls are logged, or why that isn't possible. */
type UsableRules = Exclude<AuditRules, { readonly kind: "off" }>;

/** A client may give itself any name. */
const longestClient = 64;

/** Collects the facts about a call while it runs, which become a line of the audit log at its end. */
export class CallRecord implements CallObserver {
  readonly #rules: UsableRules;
  readonly #hidden: readonly string[];
  readonly #secrets: () => readonly string[];
  readonly #input: unknown;
  readonly #began = performance.now();
  #line: Omit<AuditLine, "outcome">;
  #refused: RefusalReason | undefined = "invalid";
  #decided: AuditedDecision = {};
  #isRequest = false;
  /** True if the call is refused because the log can't be written. */
  #isLost = false;
  #ended: RunOutcome | undefined;

  constructor({ tool, via, principal, client, project, input, hidden = [], secrets = () => [] }: RecordedCall, rules: UsableRules) {
    const hash = argumentsHash(input);
    this.#rules = rules;
    this.#hidden = hidden;
    this.#secrets = secrets;
    this.#input = input;
    this.#line = {
      time: new Date().toISOString(),
      id: randomBytes(8).toString("hex"),
      tool,
      via,
      ...(principal !== undefined && { principal }),
      ...(client !== undefined && { client: client.slice(0, longestClient) }),
      pid: process.pid,
      ...(project !== undefined && { project }),
      ...(hash !== undefined && { argumentsHash: hash }),
    };
  }

  /**
   * Records the repairs, or why the arguments are refused. Only the first result counts, because a later one finds
   * nothing more.
   */
  repaired(repaired: RepairReport, definition: RepairRules): void {
    const kinds = new Set(classifyRepairs(repaired, definition).map(({ rule }) => rule));
    kinds.delete("refused");
    if (kinds.size > 0 && this.#line.repairs === undefined) this.#line = { ...this.#line, repairs: [...kinds] };
  }

  /** Records why nothing is started. */
  refused(why: RefusalReason): void {
    this.#refused = why;
  }

  /** Records a decision that this tool's spec and settings didn't make. */
  decided(decided: AuditedDecision): void {
    this.#decided = decided;
    this.#line = { ...this.#line, ...decided };
  }

  /**
   * Records that the arguments are valid and settings have decided. `answer` is the decision, without which there are
   * no settings. `denial` is the reason if they deny the call. Returns why the call can't be executed: that, or that
   * the log can't be written.
   */
  admit(definition: ToolDefinition, params: JsonObject, { answer, denial, ...folders }: Checked): Denial | undefined {
    this.#isRequest = definition.http !== undefined;
    const decided = answer === undefined ? decidedBy(definition, decideBySpec(definition, params, folders)) : decidedOf(definition, answer);
    // The answer, and a differing registration, are known here.
    this.#line = { ...this.#line, ...decided, ...this.#decided };
    return this.begin(params, denial);
  }

  /** Records the same for any tool whose caller has decided. */
  begin(args: JsonValue, denial?: Denial): Denial | undefined {
    this.#refused = denial === undefined ? undefined : "denied";
    this.keep(args);
    if (denial !== undefined) return denial;
    this.#isLost = true;
    if (this.#rules.kind !== "on") return unwritable(`that can't be done: ${this.#rules.problem}`);
    try {
      noteBegun(this.#rules, { ...this.#line, outcome: "interrupted" });
      this.#isLost = false;
      return undefined;
    } catch (error) {
      return unwritable(`${this.#rules.file} can't be written: ${reasonOf(error)}`);
    }
  }

  /** Records how the execution ended. */
  ended(outcome: RunOutcome): void {
    this.#ended = outcome;
  }

  /** Writes the line. If that failed, returns the additional message for the client. */
  close(end: CallEnd): string | undefined {
    const rules = this.#rules;
    if (rules.kind !== "on" || this.#isLost) return undefined;
    // A refused argument may hold under any name what is masked under its own.
    if (this.#refused === "invalid" && this.#input !== undefined)
      this.keep(this.#hidden.length === 0 ? (this.#input as JsonValue) : "not kept: something in them is secret");
    const durationMs = Math.round((performance.now() - this.#began) * 10) / 10;
    try {
      writeLine(rules, {
        ...this.#line,
        outcome: this.#outcome(end),
        ...exitOf(this.#ended, this.#isRequest),
        ...sizeOf(this.#ended),
        durationMs,
      });
      return undefined;
    } catch (error) {
      const problem = `The audit log ${rules.file} can't be written: ${reasonOf(error)}.`;
      return this.#refused === undefined ? `${this.#line.tool} was executed. Don't call it again for this: ${problem}` : problem;
    }
  }

  /** Records the arguments, if the log has them. */
  keep(args: JsonValue): void {
    if (this.#rules.kind !== "on" || !this.#rules.arguments || args === undefined) return;
    const masked = maskedOrNothing(args, { hidden: this.#hidden, secrets: this.#secrets() });
    this.#line = { ...this.#line, arguments: masked };
  }

  #outcome({ failed, aborted, thrown }: CallEnd): AuditOutcome {
    if (failed && aborted) return "cancelled";
    if (thrown) return "broken";
    if (this.#refused !== undefined) return this.#refused;
    switch (this.#ended?.kind) {
      case "timedOut":
        return "timedOut";
      case "signalled":
      case "flooded":
        return "killed";
      case "notFound":
      case "notExecutable":
      case "tooLong":
      case "unavailable":
      case "unstartable":
        return "notStarted";
      default:
        return failed ? "failed" : "done";
    }
  }
}

/** Returns the decision of settings and the spec, which `toolgen policy why` shows. */
function decidedOf(definition: ToolDefinition, answer: CallDecision): AuditedDecision {
  if (!answer.ok) return { decision: "deny", level: definition.risk.level, rule: "the user's settings, which are invalid" };
  return decidedBy(definition, answer.decided);
}

/** A decision in the log's terms. */
export function decidedBy(definition: Pick<ToolDefinition, "kind" | "risk" | "spec">, decided: DecidedRisk): AuditedDecision {
  return { decision: decided.decision, level: decided.level, rule: ruleText(definition, decided) };
}

function exitOf(ended: RunOutcome | undefined, isRequest: boolean): Pick<AuditLine, "exit" | "status" | "signal"> {
  if (ended?.kind === "signalled") return { signal: ended.signal };
  if (ended?.kind !== "exited") return {};
  return isRequest ? { status: ended.code } : { exit: ended.code };
}

/** An embedding program's value may not be JSON, or may be endlessly nested. */
function maskedOrNothing(args: JsonValue, masking: Masking): JsonValue {
  try {
    return maskArguments(withTextNumbers(JSON.parse(JSON.stringify(args)) as JsonValue), masking);
  } catch {
    return "not JSON, or nested too deeply";
  }
}

const unwritable = (problem: string): Denial => ({ code: "unwritable-log", problem });

/** `permission denied` of "EACCES: permission denied, open '…'". */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^[A-Z0-9]+: ([^,]+), /.exec(message)?.[1] ?? message;
}

interface UnstartedCall extends RecordedCall {
  readonly why: RefusalReason;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if the tool's project turns the log on. */
  readonly isLoggedByProject?: boolean | undefined;
  readonly decided?: AuditedDecision;
  /** The arguments, if they are valid. */
  readonly args?: JsonValue | undefined;
  /** The result of repairing its arguments, if they were repaired. */
  readonly repair?: { readonly repaired: RepairReport; readonly definition: RepairRules };
  readonly cancelled?: boolean;
}

/**
 * Logs a call that was not started, if the log is on. If the log can't be written, returns the additional message for
 * the client, a sentence.
 */
export function recordRefusal({
  why,
  env,
  isLoggedByProject,
  decided,
  args,
  repair,
  cancelled,
  ...call
}: UnstartedCall): string | undefined {
  const rules = auditRules(isLoggedByProject === true, env);
  if (rules.kind === "off") return undefined;
  const record = new CallRecord(call, rules);
  if (args !== undefined) record.keep(args);
  record.refused(why);
  if (decided !== undefined) record.decided(decided);
  if (repair !== undefined) record.repaired(repair.repaired, repair.definition);
  return record.close({ failed: true, aborted: cancelled === true });
}

const sizeOf = (outcome: RunOutcome | undefined) =>
  outcome !== undefined && "stdout" in outcome && outcome.stdout.length > 0 ? { resultBytes: outcome.stdout.length } : {};

/** Returns true if a call must be logged. Most projects and users have no log; for them, this is the whole cost. */
export function isAudited(
  { audit }: Pick<ToolDefinition, "audit">,
  { via, record, env }: Pick<CallContext, "via" | "record" | "env">,
): boolean {
  if (via === undefined || record !== undefined) return false;
  if (audit || env.TOOLGEN_AUDIT) return true;
  return hasUserSettings(env) && auditRules(false, env).kind !== "off";
}

/**
 * Returns the SHA-256, in hexadecimal, of a value as canonical JSON: keys sorted by their UTF-16 code units, no white
 * space, numbers and texts as JavaScript prints them (RFC 8785), long whole numbers with the digits that were sent.
 * Returns `undefined` if the value isn't JSON, or is nested too deeply.
 */
export function argumentsHash(value: unknown): string | undefined {
  try {
    return createHash("sha256")
      .update(plainJson(canonical(JSON.parse(JSON.stringify(value)))))
      .digest("hex");
  } catch {
    return undefined;
  }
}

/** Built by hand, because JavaScript objects list keys that look like numbers first. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}
