import type { CallContext } from "../contract/call.js";
import { refusedOutcome } from "../result/refused-outcome.js";
import type { PreparedOrRefused } from "./call-tool.js";

/** A call that was prepared before it was recorded, because the user was asked about it, with the answer. */
export interface Prepared extends CallContext {
  readonly prepared?: PreparedOrRefused;
  readonly answer?: string;
}

/** Records a prepared call as preparing it would have. If the log can't be written, the call is refused. */
export function recordPrepared<Context extends Prepared>(context: Context): Context {
  const { record, prepared, answer } = context;
  if (answer !== undefined) record?.decided({ answer });
  if (record === undefined || prepared?.ok !== true) return context;
  const { tool, call, decided, repaired } = prepared;
  record.repaired(repaired, tool.definition);
  const problem = record.checked(tool.definition, call.params, { ...context, ...(decided && { answer: { ok: true, decided } }) });
  if (problem === undefined) return context;
  return { ...context, prepared: { ok: false, refused: refusedOutcome("unwritableLog", problem) } };
}
