import { existsSync } from "node:fs";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { PermittedCall } from "../contract/decision.js";
import type { CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { Refusal, RefusalCode } from "../contract/refusal.js";
import type { Repaired } from "../contract/repair.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { exitCodes, type ToolOutcome } from "../contract/tool-outcome.js";
import { TimeLimitReached } from "../io/time-limit.js";
import { checkPermitted, type PermissionCheck } from "../policy/check-permitted.late.js";
import { mayBeUnasked } from "../policy/may-be-unasked.js";
import { userSettingsFile } from "../policy/user-settings-file.js";
import { runInBackground } from "../process/background/run-in-background.late.js";
import { type RunOptions, runProgram } from "../process/run-program.js";
import { refuse, renderRefusal } from "../refusal/refusal.late.js";
import { refusedOutcome } from "../result/refused-outcome.js";
import { renderResult } from "../result/render-result.js";
import { guardCall } from "../shell-guard/guard-call.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { recordCall } from "../telemetry/audit/record-call.late.js";
import { openCallResources } from "./call-resources.late.js";
import { forPlatform, isAbsentOn } from "./for-platform.js";
import { needsResources } from "./needs-resources.js";
import { platformRefusal } from "./platform-refusal.late.js";
import { repairForCall, resolveCall } from "./prepare-call.js";

/**
 * Executes a call as `generated/bin/call` does, from a model's arguments to the response. Blocks until the program has
 * ended. Throws for a tool with `http`, whose requests can't be waited for synchronously: see `callToolAsync`.
 */
export function callTool(tool: CompiledTool, input: unknown, context: CallContext): ToolOutcome {
  if (!isAudited(tool.definition, context)) return carryOut(tool, input, context);
  return recordCall(tool.definition, input, { context, work: (recorded) => carryOut(tool, input, recorded) });
}

function carryOut(tool: CompiledTool, input: unknown, context: CallContext): ToolOutcome {
  const prepared = prepareOrRefuse(tool, input, context);
  if (!prepared.ok) return prepared.refused;
  const { call } = prepared;
  const { env, via } = context;
  const options = { timeoutMs: prepared.tool.definition.timeoutMs, answers: via === "call" };
  const shaped = (outcome: RunOutcome) => {
    context.record?.ended(outcome);
    return renderResult(outcome, prepared.tool, { env });
  };
  if (call.request !== undefined) throw new Error("a tool with http can't be called synchronously: use callToolAsync");
  if (call.background !== undefined) return shaped(runInBackground(call, env));
  const guarded = call.guard === undefined ? undefined : guardCall(call, env);
  if (guarded !== undefined) return shaped(guarded.answered(runWithResources(guarded.call, env, options)));
  return shaped(needsResources(call) ? runWithResources(call, env, options) : runProgram(call, options));
}

function runWithResources(call: PreparedCall, env: CallContext["env"], options: RunOptions): RunOutcome {
  if (!needsResources(call)) return runProgram(call, options);
  const around = openCallResources(call, env);
  try {
    return around.shown(around.problem ?? runProgram(around.call, options));
  } finally {
    around.remove();
  }
}

/**
 * `tool` is resolved for this platform. `decided` is the settings' decision about the call; without it, no settings
 * apply. `repaired` is the outcome of repair; a refusal before that step has none.
 */
export type PreparedOrRefused =
  | {
      readonly ok: true;
      readonly call: PreparedCall;
      readonly tool: CompiledTool;
      readonly decided?: PermittedCall;
      readonly repaired: Repaired;
    }
  | { readonly ok: false; readonly refused: ToolOutcome; readonly repaired?: Repaired };

/**
 * Prepares a call of the tool as it is on this platform, or returns the refusal for the client. `before` is an earlier
 * result for the same input: its arguments aren't repaired again, and everything that can have changed since (paths,
 * folders, environment, settings) is checked again.
 */
export function prepareOrRefuse(tool: CompiledTool, input: unknown, context: CallContext, before?: Before): PreparedOrRefused {
  const { platform } = process;
  const { record } = context;
  if (isAbsentOn(tool.definition, platform)) {
    record?.refused("unavailable");
    return refused(platformRefusal(tool.definition, platform), "unsupportedPlatform");
  }
  const here = forPlatform(tool, platform);
  const repaired = before?.repaired ?? repairInTime(here, input, context);
  if (repaired === "late") return { ok: false, refused: lateOutcome(here.definition) };
  const prepared = repaired.ok ? unlessTooDeep(() => resolveCall(here.definition, repaired, context)) : repaired;
  if (!prepared.ok) {
    if (prepared.code !== "invalidArguments") record?.refused("unavailable");
    return { ...refused(renderRefusal(tool.definition.name, prepared), prepared.code), repaired };
  }
  const { params } = prepared.call;
  const isJudged = mayBeDenied(here.definition, context) || mayBeUnasked(here.definition, context);
  const judgement = isJudged ? checkPermitted(here.definition, params, context) : undefined;
  const refusal = record === undefined ? judgement?.denied : record.checked(here.definition, params, { ...context, ...judgement });
  if (refusal !== undefined) return { ...refused(refusal, codeOf(judgement)), repaired };
  return { ...prepared, tool: here, repaired, ...(judgement !== undefined && judgement.denied === undefined && judgement.answer) };
}

/** Only settings deny, and most projects and users have none. */
function mayBeDenied({ consent }: ToolDefinition, { env, commandLine }: CallContext): boolean {
  const file = userSettingsFile(env);
  return consent !== undefined || commandLine !== undefined || (file !== undefined && existsSync(file));
}

/** If settings don't refuse a valid call, the audit log may. */
function codeOf(judgement: PermissionCheck | undefined): RefusalCode {
  if (judgement?.denied === undefined) return "unwritableLog";
  return judgement.answer.ok ? "denied" : "unreadableSettings";
}

const lateOutcome = ({ name, timeoutMs }: ToolDefinition): ToolOutcome => ({
  exitCode: exitCodes.timedOut,
  stdout: "",
  stderr: `${name} was not run: checking its arguments took longer than ${timeoutMs / 1000} s. Send less.\n`,
});

const refused = (message: string, code: RefusalCode) => ({ ok: false as const, refused: refusedOutcome(code, message) });

/** An earlier result for the same input, as far as it is reused. */
interface Before {
  readonly repaired?: Repaired | undefined;
}

/** Arguments with thousands of levels overflow recursive code. That is the model's mistake, not a bug. */
function unlessTooDeep<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("call stack")) return refuse([{ code: "too-deep" }]);
    throw error;
  }
}

/** `late`: checking the arguments took longer than the tool's time limit. */
function repairInTime(tool: CompiledTool, input: unknown, context: CallContext): Repaired | "late" {
  try {
    return unlessTooDeep(() => repairForCall(tool, input, context));
  } catch (error) {
    if (error instanceof TimeLimitReached) return "late";
    throw error;
  }
}
