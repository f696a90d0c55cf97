import type { RefusalReason } from "../../contract/audit-line.js";
import type { AuditedDecision } from "../../contract/call-observer.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";
import type { JsonValue } from "../../json/json-value.js";
import { auditRules } from "./audit-rules.late.js";
import { CallRecord, type RecordedCall } from "./call-record.js";

export interface UnstartedCall extends RecordedCall {
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
