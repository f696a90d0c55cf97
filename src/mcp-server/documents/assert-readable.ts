import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallContext } from "../../runtime/contract/call.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { decideCall } from "../../runtime/policy/decide-call.js";
import { denialText } from "../../runtime/refusal/denial-text.late.js";

/**
 * Throws if settings deny the reading of a text or a file, or want it confirmed: no one is asked about a resource.
 * Resources that run something are decided on where they run.
 */
export function assertReadable(definition: ToolDefinition, params: JsonObject, context: CallContext): void {
  const answer = decideCall(definition, params, context);
  if (!answer.ok) throw refusal(denialText(definition.name, { code: "unreadable-settings", problems: answer.problems }));
  const { decision, level, from, isExplicit, unattended = isExplicit ? "deny" : "allow" } = answer.decided;
  if (decision === "deny" || (decision === "ask" && unattended === "deny"))
    throw refusal(denialText(definition.name, { code: "by-settings", level, from }));
}

const refusal = (message: string) => new ProtocolError(ProtocolErrorCode.InternalError, message);
