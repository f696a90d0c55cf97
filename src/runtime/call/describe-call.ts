import type { ToolDefinition } from "../definition.js";
import type { JsonObject } from "../json.js";
import { blotText } from "../output/blot.js";
import type { PreparedCall } from "./prepare.js";

/** A call that isn't to be run, as JSON. Of the environment the names alone: values may be secrets. */
export function describeCall(call: PreparedCall, definition: ToolDefinition): JsonObject {
  return {
    tool: definition.name,
    argv: [call.program, ...call.args],
    cwd: call.cwd,
    env: Object.keys(call.env).sort(),
    stdin: call.stdin === undefined ? null : blotText(call.stdin, call.secrets ?? []),
    timeoutMs: definition.timeoutMs,
    summary: call.summary ?? null,
  };
}
