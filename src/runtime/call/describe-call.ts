import type { PreparedCall } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { PreparedMcpCall } from "../contract/prepared-mcp-call.js";
import type { JsonObject } from "../json/json-value.js";
import { redactText } from "../result/redact-outcome.late.js";

/** Describes a call that isn't run, as JSON. Environment variables are only named, because values may be secrets. */
export function describeCall(call: PreparedCall, definition: ToolDefinition): JsonObject {
  const { mcp, request, secrets = [] } = call;
  if (request !== undefined) {
    const { method, url, headers, body } = request;
    const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactText(value, secrets)]));
    const described = { method, url, headers: shown, body: body?.text ?? null };
    return { tool: definition.name, request: described, timeoutMs: definition.timeoutMs, summary: call.summary ?? null };
  }
  if (mcp !== undefined) return describeMcpCall(mcp, call, definition);
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

/** Describes the call of a server's tool, and how the server is started or reached. */
function describeMcpCall({ server, tool, arguments: args }: PreparedMcpCall, call: PreparedCall, definition: ToolDefinition): JsonObject {
  const { name, command, url } = server;
  const started = { argv: [command ?? "", ...(server.args ?? [])], cwd: server.cwd ?? call.cwd, env: Object.keys(server.env ?? {}).sort() };
  return {
    tool: definition.name,
    mcp: { server: name, tool, arguments: args },
    ...(command === undefined ? { url: url ?? null, headers: Object.keys(server.headers ?? {}).sort() } : started),
    timeoutMs: definition.timeoutMs,
    summary: call.summary ?? null,
  };
}
