import { type RepairableTool, repairArguments } from "../arguments/repair-arguments.js";
import type { Refusal } from "../contract/refusal.js";
import type { Repair, Repaired } from "../contract/repair.js";
import type { JsonObject } from "../json/json-value.js";
import { type CountableTool, repairCounted } from "../telemetry/statistics/repair-counted.js";

/** Arguments under their canonical names, checked, with defaults; or what is wrong with them, a sentence each, for the model. */
export type Normalized<TArgs extends object> =
  | { readonly ok: true; readonly params: TArgs /** The changes. */; readonly repairs: readonly Repair[] }
  | Refusal;

/**
 * Parameters once their defaults are in: those that have one are never absent.
 * @example `WithDefaults<{ path?: string; limit?: number }, "limit">` is `{ path?: string; limit: number }`
 */
export type WithDefaults<TParams, TKeys extends keyof TParams> = TParams & { readonly [Key in TKeys]-?: Exclude<TParams[Key], undefined> };

/** Turns what a model sent into a tool's arguments, as every call does (`repair`), under the type that was generated from the same schema. */
export function normalize<TArgs extends object>(tool: CountableTool, input: unknown): Normalized<TArgs> {
  return withType(repairCounted(tool, input, process));
}

/** `normalize` for a look at arguments that become no call of themselves: it isn't counted. */
export function normalizeUncounted<TArgs extends object>(tool: RepairableTool, input: unknown): Normalized<TArgs> {
  return withType(repairArguments(tool, input));
}

function withType<TArgs extends object>(repaired: Repaired): Normalized<TArgs> {
  return repaired.ok ? { ...repaired, params: typed(repaired.params) } : repaired;
}

/** The validator has accepted them, and the type says no more than it: `test/emit/typescript` holds the two against each other. */
const typed = <TArgs extends object>(params: JsonObject): TArgs => params as TArgs;
