import { prepareOrRefuse } from "../runtime/call/call-tool.js";
import type { Via } from "../runtime/contract/audit-line.js";
import type { CallContext } from "../runtime/contract/call.js";
import type { DecidedRisk } from "../runtime/contract/decision.js";
import type { CompiledTool } from "../runtime/contract/definition.js";
import type { Repaired } from "../runtime/contract/repair.js";
import type { ToolOutcome } from "../runtime/contract/tool-outcome.js";
import { decidedBy } from "../runtime/telemetry/audit/call-record.js";
import { isAudited } from "../runtime/telemetry/audit/is-audited.js";
import { recordCall } from "../runtime/telemetry/audit/record-call.late.js";
import { recordRefusal } from "../runtime/telemetry/audit/record-refusal.js";
import { secretsIn } from "../runtime/telemetry/audit/secrets-in.js";

/** A call of a client that starts nothing. */
export interface RefusedServedCall {
  readonly tool: CompiledTool;
  readonly args: unknown;
  readonly context: CallContext;
  readonly via: Via;
  /** The result of repairing the arguments, if the call got that far. */
  readonly repaired?: Repaired | undefined;
  /** The answer to a question about the call, if there was one. */
  readonly answer?: string | undefined;
}

/**
 * Logs a refused call, if the log is on. Everything that is refused after repair is then prepared again, for the log.
 */
export function auditRefusedCall(refused: ToolOutcome, { tool, args, context, via, repaired, answer }: RefusedServedCall): ToolOutcome {
  const audited = { ...context, via };
  if (!isAudited(tool.definition, audited)) return refused;
  const work = (withRecord: CallContext) => {
    if (repaired !== undefined) withRecord.record?.repaired(repaired, tool.definition);
    if (answer !== undefined) withRecord.record?.decided({ answer });
    const again = prepareOrRefuse(tool, args, withRecord, { repaired });
    // It may have become valid since, but it was refused and doesn't run.
    if (again.ok) withRecord.record?.refused("unavailable");
    return again.ok ? refused : again.refused;
  };
  return recordCall(tool.definition, args, { context: audited, work });
}

/** A call that was not started, with the known facts about it. */
interface Asked extends RefusedServedCall {
  readonly risk: DecidedRisk;
  readonly repaired: Repaired;
}

/**
 * Logs, if the log is on, why a call was denied without an answer. Returns the message, with the problem of the log if
 * there is one.
 */
export function auditDeniedCall(message: string, { answer, ...asked }: Asked & { readonly answer: string }): string {
  const problem = record(asked, { answer });
  return problem === undefined ? message : `${message}\n${problem}`;
}

/**
 * Logs, if the log is on, that a call was cancelled during its confirmation, or while it waited for a slot. The client
 * expects no response.
 */
export function auditCancelledCall(asked: Asked): void {
  record(asked, { cancelled: true });
}

function record(
  { tool, args, context, risk, via, repaired }: Asked,
  { answer, cancelled = false }: { readonly answer?: string; readonly cancelled?: boolean },
): string | undefined {
  const { definition } = tool;
  const { name, audit, hidden, secrets } = definition;
  const { env, projectDir } = context;
  if (!isAudited(definition, { via, env })) return undefined;
  return recordRefusal({
    tool: name,
    via,
    project: projectDir,
    input: args,
    hidden,
    secrets: secretsIn(secrets, env),
    why: "denied",
    env,
    isProjects: audit,
    decided: { ...decidedBy(definition, risk), ...(answer !== undefined && { answer }) },
    ...(repaired.ok && { args: repaired.params }),
    looked: { repaired, definition },
    cancelled,
  });
}
