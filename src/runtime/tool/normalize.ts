import { type RepairableTool, repairArguments } from "../arguments/repair-arguments.js";
import type { Refusal } from "../contract/refusal.js";
import type { Repair, Repaired } from "../contract/repair.js";
import type { JsonObject } from "../json/json-value.js";
import { type CountableTool, repairAndCount } from "../telemetry/statistics/repair-and-count.js";

/** Arguments under their canonical names, valid, with defaults; or a refusal with their problems. */
export type NormalizedArguments<TArgs extends object> =
  | { readonly ok: true; readonly params: TArgs /** The changes. */; readonly repairs: readonly Repair[] }
  | Refusal;

/**
 * Parameters after defaults were filled in: those with a default are never absent.
 * @example `WithDefaults<{ path?: string; limit?: number }, "limit">` is `{ path?: string; limit: number }`
 */
export type WithDefaults<TParams, TKeys extends keyof TParams> = TParams & { readonly [Key in TKeys]-?: Exclude<TParams[Key], undefined> };

/**
 * Repairs a model's arguments as every call does, and returns them with the type that was generated from the same
 * schema.
 */
export function normalizeArguments<TArgs extends object>(tool: CountableTool, input: unknown): NormalizedArguments<TArgs> {
  return withType(repairAndCount(tool, input, process));
}

/** Like `normalizeArguments`, as a dry run: it isn't counted. */
export function normalizeUncounted<TArgs extends object>(tool: RepairableTool, input: unknown): NormalizedArguments<TArgs> {
  return withType(repairArguments(tool, input));
}

function withType<TArgs extends object>(repaired: Repaired): NormalizedArguments<TArgs> {
  return repaired.ok ? { ...repaired, params: typed(repaired.params) } : repaired;
}

/** The validator has accepted them, and the type matches it: `test/emit/typescript` compares the two. */
const typed = <TArgs extends object>(params: JsonObject): TArgs => params as TArgs;
