import type { CompiledTool } from "../definition.js";
import { run } from "../exec/run.js";
import { shape } from "../output/shape.js";
import { exitCodes, type ToolOutcome } from "../output/tool-outcome.js";
import { renderRefusal } from "../refusal.js";
import { type CallContext, type PreparedCall, prepare } from "./prepare.js";

/** Carries out a call as `generated/bin/call` does, from what a model sent to what it gets. Blocks until the program has ended. */
export function callTool(tool: CompiledTool, input: unknown, context: CallContext): ToolOutcome {
  const { definition } = tool;
  const prepared = prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return prepared.refused;
  return shape(run(prepared.call, { timeoutMs: definition.timeoutMs }), definition, context.env);
}

export type PreparedOrRefused = { readonly ok: true; readonly call: PreparedCall } | { readonly ok: false; readonly refused: ToolOutcome };

/** `prepare`, with a refusal as the answer that a client gets. */
export function prepareOrRefuse(tool: CompiledTool, input: unknown, context: CallContext): PreparedOrRefused {
  const prepared = prepareBounded(tool, input, context);
  if (prepared.ok) return prepared;
  const message = renderRefusal(tool.definition.name, prepared.problems);
  return { ok: false, refused: { exitCode: exitCodes.refused, stdout: "", stderr: `${message}\n` } };
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
