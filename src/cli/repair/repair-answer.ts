import type { ParsedParams } from "../../runtime/call/parse-params.js";
import type { CompiledTool } from "../../runtime/contract/definition.js";
import type { Repair } from "../../runtime/contract/repair.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { renderRefusal } from "../../runtime/refusal/refusal.late.js";
import { type RepairContext, repairAndCount } from "../../runtime/telemetry/statistics/repair-and-count.js";

/** The result of `toolgen repair`: the call that the tool gets and its changes, or the text for the model. */
export type RepairAnswer =
  | { readonly ok: true; readonly params: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly error: string };

/** Repairs arguments that were read, or couldn't be. Counted if `env` turns that on. */
export function repairAnswer(tool: CompiledTool, input: ParsedParams, context: RepairContext): RepairAnswer {
  const { name } = tool.definition;
  if (!input.ok) return { ok: false, error: `${name} was not run. ${input.message}` };
  const repaired = repairAndCount(tool, input.value, context);
  return repaired.ok ? repaired : { ok: false, error: renderRefusal(name, repaired) };
}
