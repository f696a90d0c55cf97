import { resolve } from "node:path";
import type { BackgroundCall, CallContext, PreparedCall } from "../contract/call.js";
import type { Denial, UnfinishedCall } from "../contract/call-result.js";
import type { BackgroundRules, CompiledTool, ToolDefinition } from "../contract/definition.js";
import { type Digits, withDigits, withTextNumbers } from "../contract/exact-json.late.js";
import { jsonText } from "../contract/json-text.js";
import type { JsonObject } from "../contract/json-value.js";
import type { Refusal } from "../contract/problem.js";
import type { Repaired } from "../contract/repair.js";
import type { CallDecision, PermittedCall } from "../contract/risk.js";
import { isClientGone } from "../contract/stdio.js";
import type { TextTemplate } from "../contract/text-template.js";
import { interruptAfter, TimeLimitReached } from "../contract/time-limit.js";
import { buildArgv, buildEnvironment, CallScope, guardOf, handlerStart, optionalText } from "./build-command.js";
import { buildMcpCall, buildRequest } from "./build-request.late.js";
import type { PlaceholderScope } from "./build-text.js";
import { sandboxPolicy } from "./command/call-resources.late.js";
import { checkGuards, prepareCallFiles } from "./command/prepare-call.late.js";
import { boundFile, checkPaths, resolveCwd } from "./paths/check-paths.js";
import { writesPaths } from "./paths.js";
import { checkPermitted, type PermissionCheck } from "./policy/check-permitted.late.js";
import { mergeRefusals, refuse } from "./refusal.late.js";
import { keepsDigits, repairAndCount } from "./repair-arguments.js";
import { hasUserSettings } from "./user-settings.js";

/** The prepared call, or why there is none. */
type ResolvedCall = { readonly ok: true; readonly call: PreparedCall } | Refusal;

/**
 * Prepares a call from a model's arguments: repair, working directory, paths, arguments, input, environment. Runs and
 * changes nothing.
 */
export function prepareCall(tool: CompiledTool, input: unknown, context: CallContext): ResolvedCall {
  const repaired = repairAndValidate(tool, input, context);
  return repaired.ok ? resolveCall(tool.definition, repaired, context) : repaired;
}

/**
 * Returns the arguments under their canonical names, valid, or what is wrong with them. Counts repairs where the
 * environment asks for it.
 */
export function repairAndValidate(tool: CompiledTool, input: unknown, context: CallContext): Repaired {
  return repairAndCount(tool, input, context, keepsDigits(tool.definition));
}

/**
 * The other steps, from repaired arguments to the prepared call. Their results can change with files, folders and the
 * environment.
 */
export function resolveCall(definition: ToolDefinition, repaired: Repaired & { readonly ok: true }, context: CallContext): ResolvedCall {
  const paths = resolvePaths(definition, repaired, context);
  return paths.ok ? buildCall(definition, paths, context) : paths;
}

/**
 * The folder that a call runs in, and its arguments: as the model gave them, and with paths that are checked and
 * absolute.
 */
interface ResolvedPaths {
  readonly ok: true;
  readonly cwd: string;
  readonly params: JsonObject;
  readonly checked: JsonObject;
  readonly digits?: Digits;
}

/** Resolves the working directory and the paths among the arguments, and checks that they stay in their roots. */
export function resolvePaths(
  definition: ToolDefinition,
  { params, ...repaired }: Repaired & { readonly ok: true },
  context: CallContext,
): ResolvedPaths | Refusal {
  const exact = repaired.digits && { digits: repaired.digits };
  // Here and in what follows, what a tool has none of is not even asked for: the engine compiles a function when it is
  // first called.
  const cwd = definition.cwd === undefined ? inWorkspace(context) : resolveCwd(definition, scopeOf(definition, params, context), context);
  if (!cwd.ok) return cwd;
  if (definition.paths.length === 0) return { ok: true, cwd: cwd.dir, params, checked: params, ...exact };
  const checked = checkPaths(definition, params, { ...context, cwd: cwd.dir });
  return checked.ok ? { ok: true, cwd: cwd.dir, params, checked: checked.params, ...exact } : checked;
}

/** Builds the command or the request of a call: program, arguments, standard input, environment, files. */
export function buildCall(definition: ToolDefinition, resolved: ResolvedPaths, context: CallContext): ResolvedCall {
  const { cwd, params, checked, digits } = {
    ...resolved,
    ...(resolved.digits && withDigits({ params: resolved.params, checked: resolved.checked }, resolved.digits)),
  };
  const own = hasOwn(definition) ? prepareCallFiles(definition, scopeOf(definition, checked, context), context) : nothingOwn;
  if (!own.ok) return own;
  const declaredScope = scopeOf(definition, params, context);
  const checkedScope = checked === params ? declaredScope : scopeOf(definition, checked, context);
  const scope = own === nothingOwn ? checkedScope : { ...checkedScope, specDir: checkedScope.specDir, ...own.scope };
  const guarded = definition.guards === undefined ? allowed : checkGuards(definition.guards, params);
  const bound = (file: string, text: TextTemplate) => boundFile(file, text, { definition, context, tempDir: scope.tempDir });
  const argv = definition.command === undefined ? noArguments : buildArgv(definition.command, scope);
  const http = definition.http === undefined ? undefined : buildRequest(definition.http, scope, bound);
  const mcp =
    definition.mcp === undefined ? undefined : buildMcpCall(definition.mcp, { ...context, scope, format: definition.output.format });
  const stdin = optionalText(definition.stdin, scope);
  const passed = own === nothingOwn ? context.env : { ...context.env, ...own.scope.secrets };
  const env = buildEnvironment(withSecrets(definition), scope, { env: passed, platform: process.platform });
  const summary = optionalText(definition.summary, declaredScope);
  const outputFile = optionalText(definition.output.file, scope);
  if (http?.ok === false) return refuseAll([http, summary]);
  if (mcp?.ok === false) return refuseAll([mcp, summary]);
  if (!guarded.ok || !argv.ok || !stdin.ok || !env.ok || !summary.ok || !outputFile.ok)
    return refuseAll([guarded, argv, stdin, env, summary, outputFile]);
  const resultFile = outputFile.text === undefined ? undefined : resolve(cwd, outputFile.text);
  const inRoot = resultFile === undefined ? allowed : bound(resultFile, definition.output.file ?? []);
  if (!inRoot.ok) return inRoot;

  const { program, specDir } = definition.command ?? noProgram;
  return {
    ok: true,
    call: {
      program: specDir ? resolve(scope.specDir, program) : program,
      args: argv.args,
      cwd,
      stdin: mcp === undefined ? stdin.text : jsonText(mcp.mcp as unknown as JsonObject),
      env: env.env,
      params: digits === undefined ? params : (withTextNumbers(params) as JsonObject),
      summary: summary.text,
      ...(resultFile !== undefined && { outputFile: resultFile }),
      ...(inRoot.within !== undefined && { outputWithin: inRoot.within }),
      ...(definition.sandbox !== undefined && { sandbox: sandboxPolicy(definition, checked, context) }),
      ...(http !== undefined && { request: http.request }),
      ...(mcp !== undefined && { mcp: mcp.mcp }),
      ...(definition.background !== undefined && { background: backgroundCall(definition, definition.background, context) }),
      ...(definition.guard !== undefined && guardOf(definition.guard, checked)),
      ...own.call,
      ...(definition.command?.handler !== undefined &&
        handlerStart(definition, definition.command.handler, { projectDir: context.projectDir, env: env.env })),
    },
  };
}

function backgroundCall({ timeoutMs }: ToolDefinition, rules: BackgroundRules, { workspace, projectDir }: CallContext): BackgroundCall {
  return { rules, tool: rules.of, workspace, projectDir, timeoutMs };
}

const nothingOwn: { readonly ok: true; readonly scope: Pick<PlaceholderScope, "secrets">; readonly call: object } = {
  ok: true,
  scope: {},
  call: {},
};

const noProgram = { program: "", specDir: false } as const;
const allowed: { readonly ok: true; readonly within?: string } = { ok: true };
const noArguments = { ok: true, args: [] } as const;

const hasOwn = ({ secrets, tempDir }: ToolDefinition) => secrets !== undefined || tempDir === true;

/** Secrets reach the program under their own names, and a server only where its entry names them. */
function withSecrets({ env, secrets, mcp }: ToolDefinition): ToolDefinition["env"] {
  return secrets === undefined || mcp !== undefined ? env : { ...env, pass: [...env.pass, ...Object.keys(secrets)] };
}

const scopeOf = (definition: ToolDefinition, params: JsonObject, context: CallContext): PlaceholderScope =>
  new CallScope(definition, params, context);

const inWorkspace = ({ workspace }: CallContext) => ({ ok: true, dir: workspace }) as const;

function refuseAll(results: readonly (Refusal | { readonly ok: true })[]): Refusal {
  return mergeRefusals(results.filter((result) => !result.ok));
}

/** A call that is ready to run, or the result of one that can't. */
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

/** A call that can't run, and its result. */
export interface NotPrepared {
  readonly ok: false;
  readonly refused: UnfinishedCall;
  readonly definition: ToolDefinition;
  /** The outcome of repair; a refusal before that step has none. */
  readonly repaired?: RepairOutcome;
  /** The arguments of a denied call, and the decision of settings about it. */
  readonly denied?: {
    readonly params: JsonObject;
    readonly answer: CallDecision;
    readonly denial: Denial;
    /** True if only an answer is lacking, and no user can be asked. */
    readonly isUnasked?: true;
  };
}

/** `late`: to check the arguments took longer than the tool may. */
export type RepairOutcome = Repaired | "late";

/** An earlier result for the same input, as far as it is used again, and what the caller knows of its user. */
export interface Before {
  readonly repaired?: RepairOutcome | undefined;
  /** Returns the denial of a call that needs an answer, if no user can be asked. Absent: the caller finds out. */
  readonly unasked?: (definition: ToolDefinition, decided: PermittedCall) => Denial | undefined;
}

export function refusedCall(definition: ToolDefinition, refusal: Refusal, repaired?: Repaired): NotPrepared {
  const refused = { kind: "refused", tool: definition.name, refusal } as const;
  return { ok: false, refused, definition, ...(repaired && { repaired }) };
}

export function deniedCall(definition: ToolDefinition, repaired: Repaired, denied: NonNullable<NotPrepared["denied"]>): NotPrepared {
  return { ok: false, refused: { kind: "denied", tool: definition.name, denial: denied.denial }, definition, repaired, denied };
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
  const mayBeDenied = definition.riskSettings !== undefined || commandLine !== undefined || hasUserSettings(env);
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

/**
 * Returns true if a call of a tool without settings can be refused because no user was asked: a client may run the tool
 * without asking, whatever path it writes.
 */
const maySkipConfirmation = ({ risk, paths }: ToolDefinition, { via }: CallContext): boolean =>
  via === "call" && writesPaths({ paths }) && (risk.rules ?? [risk]).some(({ requiresConfirmation }) => !requiresConfirmation);

/** The most time that repairing and checking arguments takes for a normal call. After it, the client is watched too. */
const unwatchedMs = 1000;

/**
 * Does work that only reads within the time limit of a call, in a process that has nothing else to do. After a second
 * the work is restarted, with a guard beside it that kills this process when its client dies. Nothing in this process
 * could notice that, and a guard costs milliseconds.
 */
export function limitPreparation<T>(timeoutMs: number, work: () => T): T {
  if (timeoutMs <= unwatchedMs) return interruptAfter(timeoutMs, work);
  try {
    return interruptAfter(unwatchedMs, work);
  } catch (error) {
    if (!(error instanceof TimeLimitReached)) throw error;
  }
  if (isClientGone()) throw new TimeLimitReached(unwatchedMs);
  const { spawn } = process.getBuiltinModule("node:child_process");
  const guard = spawn("/bin/sh", ["-c", script, "toolgen", String(process.pid), String(process.ppid)], {
    detached: true,
    stdio: "ignore",
    cwd: "/",
  });
  guard.on("error", () => undefined).unref();
  return interruptAfter(timeoutMs - unwatchedMs, work);
}

/** The guard ends with the call. */
const script = `while kill -0 "$1" && kill -0 "$2"; do command -p sleep 1 || sleep 1 || exit; done 2>/dev/null; kill -KILL "$1" 2>/dev/null`;
