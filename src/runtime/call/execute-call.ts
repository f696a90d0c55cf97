import type { CallContext } from "../contract/call.js";
import type { CallResult } from "../contract/call-result.js";
import type { CompiledTool } from "../contract/definition.js";
import type { RunOutcome } from "../contract/run-outcome.js";
import { type Destination, shapeResult } from "../result/shape-result.js";
import { isAudited } from "../telemetry/audit/is-audited.js";
import { recordCall, recordCallAsync } from "../telemetry/audit/record-call.late.js";
import { absentPlatform } from "./absent-platform.late.js";
import { forPlatform, isAbsentOn } from "./for-platform.js";
import { buildCall, repairAndValidate, resolvePaths } from "./prepare-call.js";
import {
  type Before,
  checkRisk,
  inTime,
  type PreparedOrRefused,
  type PreparedToRun,
  refusedCall,
  slowArguments,
  unlessTooDeep,
} from "./prepared-or-refused.js";
import { recordOrDeny } from "./record-or-deny.late.js";
import { runCall } from "./run-call.js";
import { type LiveOptions, runCallAsync } from "./run-call-async.js";

// A call, step by step:
//
//   read      what a model sent              bin/call-main.ts, and the servers and loops that call these functions
//   repair    and validate it                prepareOrRefuse
//   paths     that it names
//   build     the command or the request
//   risk      by the spec and by settings
//   ask       the user, between both parts   mcp-server/call/execute-tool-call.ts, tool/command-invocation.ts
//   run       the command or the request     executeCall, executeCallAsync
//   shape     what it printed
//   log       all of it                      recordOrDeny, recordCall

/**
 * Executes a call as `generated/bin/call` does. Blocks until the program has ended. Throws for a tool that sends a
 * request, which can't be waited for like that: see `executeCallAsync`.
 */
export function executeCall(tool: CompiledTool, input: unknown, context: CallContext): CallResult {
  if (!isAudited(tool.definition, context)) return execute(tool, input, context);
  return recordCall(tool.definition, input, { context, work: (recorded) => execute(tool, input, recorded) });
}

function execute(tool: CompiledTool, input: unknown, context: CallContext): CallResult {
  const prepared = logged(prepareOrRefuse(tool, input, context), context);
  if (!prepared.ok) return prepared.refused;
  const outcome = runCall(prepared, context);
  context.record?.ended(outcome);
  return shapeResult(outcome, prepared.tool, { env: context.env });
}

export interface ExecuteCallOptions extends LiveOptions {
  /** The result of `prepareOrRefuse` for this call, if the user was asked about it before. */
  readonly prepared?: PreparedOrRefused;
  /** The user's answer in the audit log's words, if there was one. */
  readonly answer?: string;
}

/** A result is cut to the tool's own limits alone: what it is written to is the caller's affair. */
export const anywhere = { takesMedia: true, mostBytes: Number.POSITIVE_INFINITY };

/**
 * Executes a call as `executeCall` does, concurrently with others. Aborting ends the program's process group. The
 * promise then rejects with the signal's reason.
 */
export function executeCallAsync(
  tool: CompiledTool,
  input: unknown,
  context: CallContext & ExecuteCallOptions,
  destination: Omit<Destination, "env"> = anywhere,
): Promise<CallResult> {
  return executeWith(runCallAsync, { tool, input, context, destination });
}

interface AsyncCall<Context> {
  readonly tool: CompiledTool;
  readonly input: unknown;
  readonly context: Context;
  readonly destination: Omit<Destination, "env">;
}

/** `executeCallAsync` with the function that runs a prepared call. */
export async function executeWith<Context extends CallContext & ExecuteCallOptions>(
  run: (prepared: PreparedToRun, context: Context) => Promise<RunOutcome>,
  { tool, input, context, destination }: AsyncCall<Context>,
): Promise<CallResult> {
  const work = async (recorded: Context) => {
    const prepared = recorded.prepared ?? logged(prepareOrRefuse(tool, input, recorded), recorded);
    if (!prepared.ok) return prepared.refused;
    const outcome = await run(prepared, recorded);
    recorded.record?.ended(outcome);
    return shapeResult(outcome, prepared.tool, { ...destination, env: context.env });
  };
  if (!isAudited(tool.definition, context)) return work(context);
  return recordCallAsync(tool.definition, input, { context, work: (recorded) => work(logAnswered(recorded)) });
}

/** Logs what came of preparing a call and of asking about it. */
function logAnswered<Context extends CallContext & ExecuteCallOptions>(context: Context): Context {
  const { prepared, answer, record } = context;
  if (answer !== undefined) record?.decided({ answer });
  return prepared === undefined ? context : { ...context, prepared: logged(prepared, context) };
}

/** Most calls aren't logged. */
const logged = (prepared: PreparedOrRefused, context: CallContext) =>
  context.record === undefined ? prepared : recordOrDeny(prepared, context);

/**
 * Prepares a call of the tool as it is on this platform: nothing is run or changed. `before` is an earlier result for
 * the same input: its arguments aren't repaired again, and what can have changed since (paths, folders, environment,
 * settings) is looked at again.
 */
export function prepareOrRefuse(tool: CompiledTool, input: unknown, context: CallContext, before: Before = {}): PreparedOrRefused {
  const { platform } = process;
  if (isAbsentOn(tool.definition, platform)) return refusedCall(tool.definition, absentPlatform(tool.definition, platform));
  const here = forPlatform(tool, platform);
  const { definition } = here;

  const repaired = before.repaired ?? inTime(() => unlessTooDeep(() => repairAndValidate(here, input, context)));
  if (repaired === "late") return slowArguments(definition);
  if (!repaired.ok) return refusedCall(definition, repaired, repaired);

  const built = unlessTooDeep(() => {
    const paths = resolvePaths(definition, repaired, context);
    return paths.ok ? buildCall(definition, paths, context) : paths;
  });
  if (!built.ok) return refusedCall(definition, built, repaired);

  const { call } = built;
  const risk = checkRisk(definition, call.params, context);
  if (risk?.denial !== undefined) {
    const refused = { kind: "denied", tool: definition.name, denial: risk.denial } as const;
    return { ok: false, refused, definition, repaired, denied: { ...risk, params: call.params } };
  }
  return { ok: true, call, tool: here, repaired, ...risk?.answer };
}
