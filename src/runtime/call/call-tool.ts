import { existsSync } from "node:fs";
import type { CallContext, PreparedCall } from "../contract/call.js";
import type { PermittedCall } from "../contract/decision.js";
import type { CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { RefusalCode } from "../contract/refusal.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { exitCodes, type ToolOutcome } from "../contract/tool-outcome.js";
import { TimeLimitReached } from "../io/time-limit.js";
import { checkPermitted, type PermissionCheck } from "../policy/check-permitted.js";
import { mayBeUnasked } from "../policy/may-be-unasked.js";
import { userSettingsFile } from "../policy/user-settings-file.js";
import { carryOutInBackground } from "../process/background/run-in-background.js";
import { run } from "../process/run.js";
import { refuse, renderRefusal } from "../refusal/refusal.js";
import { refusedOutcome } from "../result/refused-outcome.js";
import { shape } from "../result/render-result.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { recordCall } from "../telemetry/audit/record-call.js";
import { openCallResources } from "./call-resources.js";
import { needsResources } from "./needs-resources.js";
import { platformRefusal } from "./platform-refusal.js";
import { forPlatform, isAbsentOn } from "./platform-variant.js";
import { prepare } from "./prepare-call.js";

/** Carries out a call as `generated/bin/call` does, from what a model sent to what it gets. Blocks until the program has ended; throws where a request carries the tool out, which can't be waited for like that: see `callToolAsync`. */
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
    return shape(outcome, prepared.tool, { env });
  };
  if (call.request !== undefined) throw new Error("a call that makes a request can't be waited for: callToolAsync carries it out");
  if (call.background !== undefined) return shaped(carryOutInBackground(call, env));
  if (!needsResources(call)) return shaped(run(call, options));
  const around = openCallResources(call, env);
  try {
    return shaped(around.shown(around.problem ?? run(around.call, options)));
  } finally {
    around.remove();
  }
}

/** `tool` is as it is on this platform. `decided` is what settings make of the call; without it there are none that could speak of it. */
export type PreparedOrRefused =
  | { readonly ok: true; readonly call: PreparedCall; readonly tool: CompiledTool; readonly decided?: PermittedCall }
  | { readonly ok: false; readonly refused: ToolOutcome };

/** `prepare` of the tool as it is on this platform, with a refusal as the answer that a client gets. */
export function prepareOrRefuse(tool: CompiledTool, input: unknown, context: CallContext): PreparedOrRefused {
  const { platform } = process;
  const { record } = context;
  if (isAbsentOn(tool.definition, platform)) {
    record?.refused("unavailable");
    return refused(platformRefusal(tool.definition, platform), "unsupportedPlatform");
  }
  const here = forPlatform(tool, platform);
  const prepared = prepareBounded(here, input, context);
  if (prepared === "late") return { ok: false, refused: lateOutcome(here.definition) };
  if (!prepared.ok) {
    if (prepared.code !== "invalidArguments") record?.refused("unavailable");
    return refused(renderRefusal(tool.definition.name, prepared), prepared.code);
  }
  const { params } = prepared.call;
  const isJudged = mayBeDenied(here.definition, context) || mayBeUnasked(here.definition, context);
  const judgement = isJudged ? checkPermitted(here.definition, params, context) : undefined;
  const refusal = record === undefined ? judgement?.denied : record.checked(here.definition, params, { ...context, ...judgement });
  if (refusal !== undefined) return refused(refusal, codeOf(judgement));
  return { ...prepared, tool: here, ...(judgement !== undefined && judgement.denied === undefined && judgement.answer) };
}

/** Settings deny, and most projects and users have none. */
function mayBeDenied({ consent }: ToolDefinition, { env, commandLine }: CallContext): boolean {
  const file = userSettingsFile(env);
  return consent !== undefined || commandLine !== undefined || (file !== undefined && existsSync(file));
}

/** Where settings don't refuse a call that is in order, its record does. */
function codeOf(judgement: PermissionCheck | undefined): RefusalCode {
  if (judgement?.denied === undefined) return "unwritableLog";
  return judgement.answer.ok ? "denied" : "unreadableSettings";
}

const lateOutcome = ({ name, timeoutMs }: ToolDefinition): ToolOutcome => ({
  exitCode: exitCodes.timedOut,
  stdout: "",
  stderr: `${name} was not run: checking its arguments took longer than ${timeoutMs / 1000} s. Send less.\n`,
});

const refused = (message: string, code: RefusalCode): PreparedOrRefused => ({ ok: false, refused: refusedOutcome(code, message) });

/**
 * Arguments nested some thousand deep overflow what walks through them; that is the model's mistake, not ours. `late`: to check them took
 * longer than the tool may.
 */
function prepareBounded(tool: CompiledTool, input: unknown, context: CallContext): ReturnType<typeof prepare> | "late" {
  try {
    return prepare(tool, input, context);
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("call stack")) return refuse(["The arguments are nested too deeply."]);
    if (error instanceof TimeLimitReached) return "late";
    throw error;
  }
}
