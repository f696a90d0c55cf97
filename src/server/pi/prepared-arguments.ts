import { resolve } from "node:path";
import { prepareOrRefuse } from "../../call/execute-call.js";
import { callResultText } from "../../call/shape-result.js";
import type { ToolModule } from "../../call/tool-index.js";
import type { CallContext } from "../../contract/call.js";
import type { CompiledTool } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import { auditRefusedCall } from "../approval/audit-refused-call.js";

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
