import { resolve } from "node:path";
import { buildArgv } from "../command/build-argv.js";
import { buildEnvironment } from "../command/build-environment.js";
import { buildText } from "../command/build-text.js";
import { checkGuards } from "../command/check-guards.late.js";
import { buildRequest } from "../command/http/build-request.late.js";
import { buildMcpCall } from "../command/mcp/build-mcp-call.late.js";
import type { PlaceholderScope } from "../command/placeholder-scope.js";
import type { BackgroundCall, CallContext, PreparedCall } from "../contract/call.js";
import type { BackgroundRules, CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { GuardRules } from "../contract/guard-rules.js";
import type { Refusal } from "../contract/refusal.js";
import type { Repaired } from "../contract/repair.js";
import type { TextTemplate } from "../contract/text-template.js";
import type { JsonObject } from "../json/json-value.js";
import { checkPaths } from "../paths/check-paths.js";
import { resolveCwd } from "../paths/resolve-cwd.js";
import { handlerStart } from "../process/handler-start.js";
import { sandboxPolicy } from "../process/sandbox/sandbox-policy.late.js";
import { mergeRefusals } from "../refusal/refusal.late.js";
import { mayEndInFilter } from "../shell-guard/may-end-in-filter.js";
import { repairAndCount } from "../telemetry/statistics/repair-and-count.js";
import { boundResultFile } from "./bound-result-file.late.js";
import { prepareCallFiles } from "./prepare-call-files.late.js";

/** The prepared call, or why there is none. */
export type ResolvedCall = { readonly ok: true; readonly call: PreparedCall } | Refusal;

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
  return repairAndCount(tool, input, context);
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
}

/** Resolves the working directory and the paths among the arguments, and checks that they stay in their roots. */
export function resolvePaths(
  definition: ToolDefinition,
  { params }: Repaired & { readonly ok: true },
  context: CallContext,
): ResolvedPaths | Refusal {
  // Here and in what follows, what a tool has none of is not even asked for: the engine compiles a function when it is
  // first called.
  const cwd = definition.cwd === undefined ? inWorkspace(context) : resolveCwd(definition, scopeOf(definition, params, context), context);
  if (!cwd.ok) return cwd;
  if (definition.paths.length === 0) return { ok: true, cwd: cwd.dir, params, checked: params };
  const checked = checkPaths(definition, params, { ...context, cwd: cwd.dir });
  return checked.ok ? { ok: true, cwd: cwd.dir, params, checked: checked.params } : checked;
}

/** Builds the command or the request of a call: program, arguments, standard input, environment, files. */
export function buildCall(definition: ToolDefinition, { cwd, params, checked }: ResolvedPaths, context: CallContext): ResolvedCall {
  const own = hasOwn(definition) ? prepareCallFiles(definition, scopeOf(definition, checked, context), context) : nothingOwn;
  if (!own.ok) return own;
  const declaredScope = scopeOf(definition, params, context);
  const checkedScope = checked === params ? declaredScope : scopeOf(definition, checked, context);
  const scope = own === nothingOwn ? checkedScope : { ...checkedScope, specDir: checkedScope.specDir, ...own.scope };
  const guarded = definition.guards === undefined ? allowed : checkGuards(definition.guards, params);
  const argv = definition.command === undefined ? noArguments : buildArgv(definition.command, scope);
  const http = definition.http === undefined ? undefined : buildRequest(definition.http, scope);
  const mcp =
    definition.mcp === undefined ? undefined : buildMcpCall(definition.mcp, { ...context, scope, format: definition.output.format });
  const stdin = optionalText(definition.stdin, scope);
  const env = buildEnvironment(withSecrets(definition), scope, { env: context.env, platform: process.platform });
  const summary = optionalText(definition.summary, declaredScope);
  const outputFile = optionalText(definition.output.file, scope);
  if (http?.ok === false) return refuseAll([http, summary]);
  if (mcp?.ok === false) return refuseAll([mcp, summary]);
  if (!guarded.ok || !argv.ok || !stdin.ok || !env.ok || !summary.ok || !outputFile.ok)
    return refuseAll([guarded, argv, stdin, env, summary, outputFile]);

  const { program, specDir } = definition.command ?? noProgram;
  return {
    ok: true,
    call: {
      program: specDir ? resolve(scope.specDir, program) : program,
      args: argv.args,
      cwd,
      stdin: mcp === undefined ? stdin.text : JSON.stringify(mcp.mcp),
      env: env.env,
      params,
      summary: summary.text,
      ...(outputFile.text !== undefined && boundResultFile(definition, resolve(cwd, outputFile.text), context)),
      ...(definition.sandbox !== undefined && { sandbox: sandboxPolicy(definition, checked, context) }),
      ...(http !== undefined && { request: http.request }),
      ...(mcp !== undefined && { mcp: mcp.mcp }),
      ...(definition.background !== undefined && { background: backgroundCall(definition, definition.background, context) }),
      ...(definition.guard !== undefined && guardOf(definition.guard, checked)),
      ...own.call,
      ...(definition.command?.handler !== undefined && handlerStart(definition, definition.command.handler, context)),
    },
  };
}

function backgroundCall({ timeoutMs }: ToolDefinition, rules: BackgroundRules, { workspace, projectDir }: CallContext): BackgroundCall {
  return { rules, tool: rules.of, workspace, projectDir, timeoutMs };
}

/** A call without a command, or without one that could end in a filter, has nothing to guard. */
function guardOf(rules: GuardRules, params: JsonObject): Pick<PreparedCall, "guard"> {
  const command = params[rules.param];
  return typeof command === "string" && mayEndInFilter(command, rules.extractors) ? { guard: { rules, command } } : {};
}

const nothingOwn = { ok: true, scope: {}, call: {} } as const;

const noProgram = { program: "", specDir: false } as const;
const allowed = { ok: true } as const;
const noArguments = { ok: true, args: [] } as const;

const hasOwn = ({ secrets, tempDir }: ToolDefinition) => secrets !== undefined || tempDir === true;

/** Secrets reach the program under their own names, and a server only where its entry names them. */
function withSecrets({ env, secrets, mcp }: ToolDefinition): ToolDefinition["env"] {
  return secrets === undefined || mcp !== undefined ? env : { ...env, pass: [...env.pass, ...Object.keys(secrets)] };
}

function scopeOf(definition: ToolDefinition, params: JsonObject, context: CallContext): PlaceholderScope {
  const { params: order, specDir } = definition;
  return {
    params,
    order,
    workspace: context.workspace,
    get specDir() {
      return resolve(context.projectDir, specDir);
    },
  };
}

const inWorkspace = ({ workspace }: CallContext) => ({ ok: true, dir: workspace }) as const;

function optionalText(text: TextTemplate | undefined, scope: PlaceholderScope) {
  return text === undefined ? ({ ok: true, text: undefined } as const) : buildText(text, scope);
}

function refuseAll(results: readonly (Refusal | { readonly ok: true })[]): Refusal {
  return mergeRefusals(results.filter((result) => !result.ok));
}
