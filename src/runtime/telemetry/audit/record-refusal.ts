import type { RefusalReason } from "../../contract/audit-line.js";
import type { AuditedDecision } from "../../contract/call-observer.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";
import type { JsonValue } from "../../json/json-value.js";
import { auditRules } from "./audit-rules.late.js";
import { CallRecord, type RecordedCall } from "./call-record.js";

export interface UnstartedCall extends RecordedCall {
  readonly why: RefusalReason;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the tool's project asks for a log. */
  readonly isProjects?: boolean | undefined;
  readonly decided?: AuditedDecision;
  /** The arguments, where they are in order. */
  readonly args?: JsonValue | undefined;
  /** What became of its arguments, where they were looked at. */
  readonly looked?: { readonly repaired: RepairReport; readonly definition: RepairRules };
  readonly cancelled?: boolean;
}

/** Writes down a call of which nothing was started, if that is wanted. Answers what is to be told besides, a sentence, where the log can't be written. */
export function recordRefusal({ why, env, isProjects, decided, args, looked, cancelled, ...call }: UnstartedCall): string | undefined {
  const rules = auditRules(isProjects === true, env);
  if (rules.kind === "off") return undefined;
  const record = new CallRecord(call, rules);
  if (args !== undefined) record.begin(args, why);
  record.refused(why);
  if (decided !== undefined) record.decided(decided);
  if (looked !== undefined) record.repaired(looked.repaired, looked.definition);
  return record.close({ failed: true, aborted: cancelled === true });
}
