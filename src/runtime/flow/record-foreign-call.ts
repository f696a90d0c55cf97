import type { FunctionCall } from "../contract/part.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonValue } from "../json/json-value.js";
import { auditRules } from "../telemetry/audit/audit-rules.late.js";
import { addCallFacts } from "../telemetry/audit/call-facts.js";
import { CallRecord } from "../telemetry/audit/call-record.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { maskedNames } from "../telemetry/audit/masked-names.js";
import type { AnyDeclarativeTool } from "../tool/declarative-tool.js";
import { closing } from "../tool/record-invocation.js";
import { toToolResult } from "../tool/to-tool-result.js";
import type { AnyToolInvocation } from "../tool/tool-invocation.js";

/** A call whose tool can be another program's class with the same methods, without a schema. */
interface ForeignCall {
  readonly tool: AnyDeclarativeTool;
  readonly invocation: AnyToolInvocation;
  readonly call: FunctionCall;
  readonly signal: AbortSignal;
}

/**
 * Executes a call of a tool that doesn't log its own calls, which is any but a compiled one, and logs it if the log is
 * on.
 */
export async function recordForeignCall(
  { tool, invocation, call, signal }: ForeignCall,
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { env } = process;
  const { recordsItself, repair, decided } = invocation.callFacts ?? {};
  if (recordsItself || !isAudited({}, { via: "class", env })) return work();
  const rules = auditRules(false, env);
  if (rules.kind === "off") return work();
  const record = new CallRecord(
    { tool: tool.name, via: "class", input: call.args ?? {}, hidden: maskedNames(tool.parameterSchema ?? {}) },
    rules,
  );
  if (repair !== undefined) record.repaired(repair.repaired, repair.definition);
  if (decided !== undefined) record.decided(decided);
  addCallFacts(invocation, { isLogged: true });
  return closing(record, signal, async () => {
    const denial = record.begin(invocation.params as JsonValue);
    return denial === undefined ? work() : toToolResult({ kind: "denied", tool: tool.name, denial });
  });
}
