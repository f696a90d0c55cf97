import type { CallResult } from "../contract/call-result.js";
import type { CompiledTool } from "../contract/definition.js";
import { executeWith } from "./execute-call.js";
import type { SendCallOptions } from "./send-call.js";
import { sendCallLater } from "./send-call-later.js";

/** Executes a call of a tool that sends a request, without loading what runs programs. */
export function executeRequest(tool: CompiledTool, input: unknown, context: SendCallOptions): Promise<CallResult> {
  return executeWith(sendCallLater, { tool, input, context, destination: {} });
}
