import { existsSync } from "node:fs";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { Denial, UnfinishedCall } from "../contract/call-result.js";
import type { CallDecision, PermittedCall } from "../contract/decision.js";
import type { CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { Refusal } from "../contract/refusal.js";
import type { Repaired } from "../contract/repair.js";
import { TimeLimitReached } from "../io/interrupt-after.js";
import type { JsonObject } from "../json/json-value.js";
import { checkPermitted, type PermissionCheck } from "../policy/check-permitted.late.js";
import { maySkipConfirmation } from "../policy/may-skip-confirmation.js";
import { userSettingsFile } from "../policy/user-settings-file.js";
import { refuse } from "../refusal/refusal.late.js";

export type PreparedOrRefused = PreparedToRun | NotPrepared;

/**
 * `tool` is as it is on this platform. `decided` is what settings make of the call; without it there are none that
 * could speak of it.
 */
export interface PreparedToRun {
  readonly ok: true;
  readonly call: PreparedCall;
  readonly tool: CompiledTool;
  readonly decided?: PermittedCall;
  readonly repaired: Repaired;
}

export interface NotPrepared {
  readonly ok: false;
  readonly refused: UnfinishedCall;
  readonly definition: ToolDefinition;
  /** The outcome of repair; a refusal before that step has none. */
  readonly repaired?: RepairOutcome;
  /** The arguments of a denied call, and the decision of settings about it. */
  readonly denied?: { readonly params: JsonObject; readonly answer: CallDecision; readonly denial: Denial };
}

/** `late`: to check the arguments took longer than the tool may. */
export type RepairOutcome = Repaired | "late";

/** An earlier result for the same input, as far as it is used again. */
export interface Before {
  readonly repaired?: RepairOutcome | undefined;
}

export function refusedCall(definition: ToolDefinition, refusal: Refusal, repaired?: Repaired): NotPrepared {
  const refused = { kind: "refused", tool: definition.name, refusal } as const;
  return { ok: false, refused, definition, ...(repaired && { repaired }) };
}

export function slowArguments(definition: ToolDefinition): NotPrepared {
  const { name, timeoutMs } = definition;
  const refused = { kind: "failed", tool: name, reason: { code: "slow-arguments", timeoutMs }, stdout: "", stderr: "" } as const;
  return { ok: false, refused, definition, repaired: "late" };
}

/**
 * The decision of settings about a call; `undefined`: nothing but its spec can speak of it. Most projects and users
 * have no settings.
 */
export function checkRisk(definition: ToolDefinition, params: JsonObject, context: CallContext): PermissionCheck | undefined {
  const { env, commandLine } = context;
  const file = userSettingsFile(env);
  const mayBeDenied = definition.riskSettings !== undefined || commandLine !== undefined || (file !== undefined && existsSync(file));
  return mayBeDenied || maySkipConfirmation(definition, context) ? checkPermitted(definition, params, context) : undefined;
}

/** Arguments nested some thousand deep overflow what walks through them; that is the model's mistake, not ours. */
export function unlessTooDeep<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("call stack")) return refuse([{ code: "too-deep" }]);
    throw error;
  }
}

export function inTime<T>(work: () => T): T | "late" {
  try {
    return work();
  } catch (error) {
    if (error instanceof TimeLimitReached) return "late";
    throw error;
  }
}
