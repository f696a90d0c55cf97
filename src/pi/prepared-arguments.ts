import { resolve } from "node:path";
import { auditRefusedCall } from "../mcp-server/call/audit-refused-call.js";
import { prepareOrRefuse } from "../runtime/call/execute-call.js";
import type { CallContext } from "../runtime/contract/call.js";
import type { CompiledTool } from "../runtime/contract/definition.js";
import type { JsonObject } from "../runtime/json/json-value.js";
import type { ToolModule } from "../runtime/lookup/tool-module.js";
import { callResultText } from "../runtime/result/call-result-text.js";

/**
 * Repairs the arguments of a call. pi calls this before its own validation, with the object in its history, which stays
 * unchanged. The model reads the thrown message.
 */
export function preparedArguments(tool: CompiledTool, args: unknown, context: CallContext): JsonObject {
  const prepared = prepareOrRefuse(tool, args, context);
  if (prepared.ok) return structuredClone(prepared.call.params);
  const refused = auditRefusedCall(prepared, { tool, args, via: "pi", context });
  throw new Error(refused.kind === "done" ? refused.text : callResultText(refused).trimEnd());
}

/** pi doesn't say where a call will run. It is the folder in which pi was started. */
export const contextIn = (bin: string, { project }: Pick<ToolModule, "project">, workspace = process.cwd()): CallContext => ({
  workspace,
  projectDir: resolve(bin, project),
  env: process.env,
});
