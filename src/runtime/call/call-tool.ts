import type { CompiledTool } from "../definition.js";
import { run } from "../exec/run.js";
import { shape } from "../output/shape.js";
import { exitCodes, type ToolOutcome } from "../output/tool-outcome.js";
import { renderRefusal } from "../refusal.js";
import { type CallContext, prepare } from "./prepare.js";

/** Carries out a call as `generated/bin/call` does, from what a model sent to what it gets. Blocks until the program has ended. */
export function callTool(tool: CompiledTool, input: unknown, context: CallContext): ToolOutcome {
  const { definition } = tool;
  const prepared = prepareBounded(tool, input, context);
  if (!prepared.ok) {
    return { exitCode: exitCodes.refused, stdout: "", stderr: `${renderRefusal(definition.name, prepared.problems)}\n` };
  }
  return shape(run(prepared.call, { timeoutMs: definition.timeoutMs }), definition, context.env);
}

/** Arguments nested some thousand deep overflow what walks through them; that is the model's mistake, not ours. */
function prepareBounded(tool: CompiledTool, input: unknown, context: CallContext): ReturnType<typeof prepare> {
  try {
    return prepare(tool, input, context);
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("call stack"))
      return { ok: false, problems: ["The arguments are nested too deeply."] };
    throw error;
  }
}
