import { secretValues } from "../../call/audit-log.js";
import { decidedBy, isAudited, recordRefusal } from "../../call/call-record.js";
import type { NotPrepared } from "../../call/prepare-call.js";
import { recordCall, recordOrDeny } from "../../call/record-call.late.js";
import type { CallContext, RefusalReason, Via } from "../../contract/call.js";
import type { CallResult, Denial, DeniedCall } from "../../contract/call-result.js";
import type { CompiledTool } from "../../contract/definition.js";
import type { Repaired } from "../../contract/repair.js";
import type { DecidedRisk } from "../../contract/risk.js";

/** A call of a client that starts nothing. */
export interface RefusedServedCall {
  readonly tool: CompiledTool;
  readonly args: unknown;
  readonly context: CallContext;
  readonly via: Via;
  /** The answer to a question about the call, if there was one. */
  readonly answer?: string | undefined;
}

/**
 * Logs, if the log is on, a call that was refused when it was prepared. Returns the refusal, with the problem of the
 * log if there is one.
 */
export function auditRefusedCall(refused: NotPrepared, { tool, args, context, via, answer }: RefusedServedCall): CallResult {
  const audited = { ...context, via };
  if (!isAudited(tool.definition, audited)) return refused.refused;
  const work = (recorded: CallContext) => {
    if (answer !== undefined) recorded.record?.decided({ answer });
    recordOrDeny(refused, recorded);
    return refused.refused;
  };
  return recordCall(tool.definition, args, { context: audited, work });
}

/** A call that was not started, with the known facts about it. */
interface Asked extends RefusedServedCall {
  readonly risk: DecidedRisk;
  readonly repaired: Repaired;
}

/**
 * Logs, if the log is on, why a call was denied without an answer. Returns the denial, with the problem of the log if
 * there is one.
 */
export function auditDeniedCall(denial: Denial, { answer, ...asked }: Asked & { readonly answer: string }): DeniedCall {
  const unlogged = record(asked, { answer });
  return { kind: "denied", tool: asked.tool.definition.name, denial, ...(unlogged !== undefined && { unlogged }) };
}

/**
 * Logs, if the log is on, that a call was cancelled during its confirmation, or while it waited for a slot. The client
 * expects no response.
 */
export function auditCancelledCall(asked: Asked): void {
  record(asked, { cancelled: true });
}

/**
 * Logs, if the log is on, a call that the server couldn't take. Returns the additional message for the client if the
 * log can't be written.
 */
export function auditUnavailableCall(asked: Asked): string | undefined {
  return record(asked, { why: "unavailable", ...(asked.answer !== undefined && { answer: asked.answer }) });
}

interface Outcome {
  readonly why?: RefusalReason;
  readonly answer?: string;
  readonly cancelled?: boolean;
}

function record(
  { tool, args, context, risk, via, repaired }: Asked,
  { why = "denied", answer, cancelled = false }: Outcome,
): string | undefined {
  const { definition } = tool;
  const { name, audit, hidden, secrets } = definition;
  const { env, projectDir, principal, client } = context;
  if (!isAudited(definition, { via, env })) return undefined;
  return recordRefusal({
    tool: name,
    via,
    principal,
    client,
    project: projectDir,
    input: args,
    hidden,
    secrets: () => secretValues(secrets, env),
    why,
    env,
    isLoggedByProject: audit,
    decided: { ...decidedBy(definition, risk), ...(answer !== undefined && { answer }) },
    ...(repaired.ok && { args: repaired.params }),
    repair: { repaired, definition },
    cancelled,
  });
}
