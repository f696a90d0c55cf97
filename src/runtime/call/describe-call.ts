import type { PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { JsonObject } from "../json/json-value.js";
import { redactText } from "../result/redact-outcome.late.js";

/** Describes a call that isn't run, as JSON. Environment variables are only named, because values may be secrets. */
export function describeCall(call: PreparedCall, definition: ToolDefinition): JsonObject {
  const { request, secrets = [] } = call;
  if (request !== undefined) {
    const { method, url, headers, body } = request;
    const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactText(value, secrets)]));
    const described = { method, url, headers: shown, body: body?.text ?? null };
    return { tool: definition.name, request: described, timeoutMs: definition.timeoutMs, summary: call.summary ?? null };
  }
  return {
    tool: definition.name,
    argv: [call.program, ...call.args],
    cwd: call.cwd,
    env: Object.keys(call.env).sort(),
    stdin: call.stdin === undefined ? null : redactText(call.stdin, secrets),
    timeoutMs: definition.timeoutMs,
    summary: call.summary ?? null,
  };
}
