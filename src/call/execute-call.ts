import type { CallContext, PreparedCall, PreparedMcpCall } from "../contract/call.js";
import type { CallResult, DeniedCall, RunOutcome } from "../contract/call-result.js";
import type { CompiledTool, Platform, ToolDefinition } from "../contract/definition.js";
import { type Digits, longIn, withDigits, withTextNumbers } from "../contract/exact-json.late.js";
import type { JsonObject } from "../contract/json-value.js";
import { describeBody } from "../contract/request.js";
import type { UserRiskSettings } from "../contract/risk.js";
import { isAudited } from "./call-record.js";
import { conditionsOf, decideBySpec } from "./decide-risk.js";
import type { SendCallOptions } from "./http/send-call.js";
import { sendCallLater } from "./http/send-call-later.js";
import { redactText } from "./output.late.js";
import {
  type Before,
  buildCall,
  checkRisk,
  deniedCall,
  inTime,
  type PreparedOrRefused,
  type PreparedToRun,
  refusedCall,
  repairAndValidate,
  resolvePaths,
  slowArguments,
  unlessTooDeep,
} from "./prepare-call.js";
import { recordCall, recordCallAsync, recordOrDeny } from "./record-call.late.js";
import { refuse } from "./refusal.late.js";
import { type LiveOptions, runCall, runCallAsync, runWatchedCall } from "./run-call.js";
import { type Destination, shapeResult } from "./shape-result.js";
import { absentPlatform } from "./start-problem.late.js";

// A call, step by step:
//
//   read      what a model sent              bin/call-main.ts, and the servers and loops that call these functions
//   repair    and validate it                prepareOrRefuse
//   paths     that it names
//   risk      by the spec and by settings
//   build     the command or the request
//   ask       the user, between both parts   server/call/execute-tool-call.ts, agent/tool/command-invocation.ts
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
  if (prepared.tool.definition.plan !== undefined) return refusedUnplanned(prepared, context);
  const outcome = runCall(prepared, context);
  context.record?.ended(outcome);
  return shapeResult(outcome, prepared.tool, { env: context.env });
}

/** The answer to a call that was prepared before. */
export interface AskedCall {
  /** The result of `prepareOrRefuse` for this call, if the user was asked about it before. */
  readonly prepared?: PreparedOrRefused;
  /** The user's answer in the audit log's words, if there was one. */
  readonly answer?: string;
  /** True if the user has confirmed what the call's plan prints now. */
  readonly planned?: boolean;
}

/** How a compiled call is executed in this process. */
export type ExecuteCallOptions = AskedCall & LiveOptions;

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
export async function executeWith<Context extends CallContext & AskedCall>(
  run: (prepared: PreparedToRun, context: Context) => Promise<RunOutcome>,
  { tool, input, context, destination }: AsyncCall<Context>,
): Promise<CallResult> {
  const work = async (recorded: Context) => {
    const prepared = recorded.prepared ?? logged(prepareOrRefuse(tool, input, recorded), recorded);
    if (!prepared.ok) return prepared.refused;
    if (prepared.tool.definition.plan !== undefined && recorded.planned !== true) return refusedUnplanned(prepared, recorded);
    const outcome = await run(prepared, recorded);
    recorded.record?.ended(outcome);
    // The spread comes last: `run` in execute-tool-call.ts says why.
    return shapeResult(outcome, prepared.tool, { env: context.env, ...destination });
  };
  if (!isAudited(tool.definition, context)) return work(context);
  return recordCallAsync(tool.definition, input, { context, work: (recorded) => work(logAnswered(recorded)) });
}

/** The caller of a tool with a plan must have shown it. */
function refusedUnplanned({ tool }: PreparedToRun, { record }: CallContext): CallResult {
  record?.refused("denied");
  return unplanned(tool.definition.name, notShown);
}

/** Logs what came of preparing a call and of asking about it. */
function logAnswered<Context extends CallContext & AskedCall>(context: Context): Context {
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

  const paths = unlessTooDeep(() => resolvePaths(definition, repaired, context));
  if (!paths.ok) return refusedCall(definition, paths, repaired);

  // Before the command: its secrets may be asked of a program, and for a denied call nothing is started.
  const { digits } = repaired;
  const params = digits === undefined ? paths.params : (withTextNumbers(withDigits(paths.params, digits)) as JsonObject);
  const risk = checkRisk(definition, params, context);
  if (risk?.denial !== undefined) return deniedCall(definition, repaired, { ...risk, params });
  const unclear = digits === undefined ? [] : decidingDigits(definition, { params: paths.params, digits }, risk?.answer.decided.settings);
  if (unclear.length > 0) return refusedCall(definition, refuse(unclear.map((one) => ({ code: "long-number", digits: one }))), repaired);
  if (before.unasked !== undefined) {
    const decided = risk?.answer.decided ?? decideBySpec(definition, params, context);
    const denial = before.unasked(definition, decided);
    if (denial !== undefined) return deniedCall(definition, repaired, { params, answer: { ok: true, decided }, denial, isUnasked: true });
  }
  const built = unlessTooDeep(() => buildCall(definition, paths, context));
  if (!built.ok) return refusedCall(definition, built, repaired);
  return { ok: true, call: built.call, tool: here, repaired, ...risk?.answer };
}

/** Returns the long numbers that conditions of the risk speak of: those compare doubles. */
function decidingDigits(
  definition: ToolDefinition,
  { params, digits }: { readonly params: JsonObject; readonly digits: Digits },
  settings: UserRiskSettings = {},
): readonly string[] {
  const tested = new Set(conditionsOf(definition, settings).map(({ param }) => param));
  return Object.entries(params).flatMap(([name, value]) => (tested.has(name) ? longIn(value, digits) : []));
}

/** Executes a call in a process that was started for it, without loading what runs calls beside each other. */
export function executeWatched(tool: CompiledTool, input: unknown, context: CallContext): Promise<CallResult> {
  return executeWith(runWatchedCall, { tool, input, context, destination: {} });
}

/** Executes a call of a tool that sends a request, without loading what runs programs. */
export function executeRequest(tool: CompiledTool, input: unknown, context: SendCallOptions): Promise<CallResult> {
  return executeWith(sendCallLater, { tool, input, context, destination: {} });
}

/** Returns a definition with the differences of a platform applied; the same object if there are none. */
export function definitionOn(definition: ToolDefinition, platform: NodeJS.Platform): ToolDefinition {
  const differing = definition.platforms?.[platform as Platform];
  return differing ? { ...definition, ...differing } : definition;
}

/** `definitionOn` for a tool. */
export function forPlatform<Tool extends CompiledTool>(tool: Tool, platform: NodeJS.Platform): Tool {
  return tool.definition.platforms === undefined ? tool : { ...tool, definition: definitionOn(tool.definition, platform) };
}

/** Returns true if the spec says that a tool doesn't run on a platform. */
export function isAbsentOn({ platforms }: ToolDefinition, platform: NodeJS.Platform): boolean {
  return platforms?.[platform as Platform] === false;
}

/** Describes a call that isn't run, as JSON. Environment variables are only named, because values may be secrets. */
export function describeCall(call: PreparedCall, definition: ToolDefinition): JsonObject {
  const { mcp, request, secrets = [] } = call;
  if (request !== undefined) {
    const { method, url, headers, body } = request;
    const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactText(value, secrets)]));
    const described = { method, url, headers: shown, body: body === undefined ? null : describeBody(body) };
    return { tool: definition.name, request: described, timeoutMs: definition.timeoutMs, summary: call.summary ?? null };
  }
  if (mcp !== undefined) return describeMcpCall(mcp, call, definition);
  return {
    tool: definition.name,
    argv: [call.program, ...call.args],
    cwd: call.cwd,
    env: Object.keys(call.env).sort(),
    stdin: call.stdin === undefined ? null : redactText(call.stdin, secrets),
    timeoutMs: definition.timeoutMs,
    summary: call.summary ?? null,
  };
}

/** Describes the call of a server's tool, and how the server is started or reached. */
function describeMcpCall({ server, tool, arguments: args }: PreparedMcpCall, call: PreparedCall, definition: ToolDefinition): JsonObject {
  const { name, command, url } = server;
  const started = { argv: [command ?? "", ...(server.args ?? [])], cwd: server.cwd ?? call.cwd, env: Object.keys(server.env ?? {}).sort() };
  return {
    tool: definition.name,
    mcp: { server: name, tool, arguments: withTextNumbers(args) },
    ...(command === undefined ? { url: url ?? null, headers: Object.keys(server.headers ?? {}).sort() } : started),
    timeoutMs: definition.timeoutMs,
    summary: call.summary ?? null,
  };
}

/** The refusal of a call whose user hasn't seen its plan. */
export const unplanned = (tool: string, reason: string): DeniedCall => ({
  kind: "denied",
  tool,
  denial: { code: "message", message: `${tool} was not run, because its user must see first what it would do. ${reason}` },
});

/** Whatever a client allows, the user sees the plan. */
export const notShown =
  "This way of calling it can't show that. Call it over toolgen's MCP server, in a client that can ask its user, or in a program that confirms calls.";
