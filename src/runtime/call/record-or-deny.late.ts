import type { CallContext } from "../contract/call.js";
import type { PreparedOrRefused } from "./prepared-or-refused.js";

/** Writes into the record of a call what came of preparing it. Where the log can't be written, the call is denied. */
export function recordOrDeny(prepared: PreparedOrRefused, context: CallContext): PreparedOrRefused {
  const { record } = context;
  if (record === undefined) return prepared;
  const { repaired } = prepared;
  const definition = prepared.ok ? prepared.tool.definition : prepared.definition;
  if (repaired !== undefined && repaired !== "late") record.repaired(repaired, definition);
  if (!prepared.ok) {
    const { refused, denied } = prepared;
    if (denied !== undefined) record.admit(definition, denied.params, { ...context, ...denied });
    else if (refused.kind === "refused" && refused.refusal.code !== "invalidArguments") record.refused("unavailable");
    return prepared;
  }
  const { call, decided } = prepared;
  const denial = record.admit(definition, call.params, { ...context, ...(decided && { answer: { ok: true, decided } }) });
  if (denial === undefined) return prepared;
  return { ok: false, refused: { kind: "denied", tool: definition.name, denial }, definition, repaired: prepared.repaired };
}
