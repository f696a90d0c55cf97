import { resolve } from "node:path";
import { auditRefusedCall } from "../mcp-server/audit-tool-call.js";
import type { PreparedOrRefused } from "../runtime/call/call-tool.js";
import { prepareOrRefuse } from "../runtime/call/call-tool.js";
import type { CallContext } from "../runtime/contract/call.js";
import type { CompiledTool } from "../runtime/contract/definition.js";
import type { JsonObject } from "../runtime/json/json-value.js";
import type { ToolModule } from "../runtime/lookup/tool-module.js";

/**
 * Repairs the arguments of a call. pi calls this before its own validation, with the object in its history, which stays
 * unchanged. The model reads the thrown message.
 */
export function preparedArguments(tool: CompiledTool, args: unknown, context: CallContext): JsonObject {
  const prepared: PreparedOrRefused = prepareOrRefuse(tool, args, context);
  if (prepared.ok) return structuredClone(prepared.call.params);
  const { stderr } = auditRefusedCall(prepared.refused, {
    tool,
    args,
    via: "pi",
    repaired: prepared.repaired,
    context: { ...context, env: { ...context.env, TOOLGEN_REPAIRS: undefined } },
  });
  throw new Error(stderr.trimEnd());
}

/** pi doesn't say where a call will run. It is the folder in which pi was started. */
export const contextIn = (bin: string, { project }: Pick<ToolModule, "project">, workspace = process.cwd()): CallContext => ({
  workspace,
  projectDir: resolve(bin, project),
  env: process.env,
});
