import type { ParsedParams } from "../runtime/call/parse-params.js";
import type { CompiledTool } from "../runtime/definition.js";
import type { JsonObject } from "../runtime/json.js";
import { renderRefusal } from "../runtime/refusal.js";
import { repair } from "../runtime/repair/repair.js";
import type { Repair } from "../runtime/repair/repairs.js";

/** What `toolgen repair` answers: the call as the tool gets it and what was changed for that, or the text that the model gets. */
export type RepairAnswer =
  | { readonly ok: true; readonly params: JsonObject; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly error: string };

/** Repairs arguments that were read, or weren't to be read. */
export function repairAnswer(tool: CompiledTool, input: ParsedParams): RepairAnswer {
  const { name } = tool.definition;
  if (!input.ok) return { ok: false, error: `${name} was not run. ${input.message}` };
  const repaired = repair(tool, input.value);
  return repaired.ok ? repaired : { ok: false, error: renderRefusal(name, repaired.problems) };
}
