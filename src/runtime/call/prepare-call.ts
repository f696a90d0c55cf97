import { resolve } from "node:path";
import { buildArgv } from "../command/build-argv.js";
import { buildEnvironment } from "../command/build-environment.js";
import { buildText } from "../command/build-text.js";
import { buildRequest } from "../command/http/build-request.late.js";
import type { PlaceholderScope } from "../command/scope.js";
import type { BackgroundCall, CallContext, PreparedCall } from "../contract/call.js";
import type { BackgroundRules, CompiledTool, ToolDefinition } from "../contract/definition.js";
import type { GuardRules } from "../contract/guard-rules.js";
import type { Refusal } from "../contract/refusal.js";
import type { Repaired } from "../contract/repair.js";
import type { Text } from "../contract/template.js";
import type { JsonObject } from "../json/json-value.js";
import { checkPaths } from "../paths/check-paths.js";
import { paramsIn } from "../paths/params-in.js";
import { resolveCwd } from "../paths/resolve-cwd.js";
import { isWithin, rootOf } from "../paths/root-of.js";
import { handlerStart } from "../process/handler-start.js";
import { sandboxPolicy } from "../process/sandbox/sandbox-policy.late.js";
import { mergeRefusals } from "../refusal/refusal.late.js";
import { mayEndInFilter } from "../shell-guard/may-end-in-filter.js";
import { repairCounted } from "../telemetry/statistics/repair-counted.js";
import { prepareCallFiles } from "./prepare-call-files.late.js";

/** The prepared call, or why there is none. */
export type ResolvedCall = { readonly ok: true; readonly call: PreparedCall } | Refusal;

/**
 * Prepares a call from a model's arguments: repair, working directory, paths, arguments, input, environment. Runs and
 * changes nothing.
 */
export function prepareCall(tool: CompiledTool, input: unknown, context: CallContext): ResolvedCall {
  const repaired = repairForCall(tool, input, context);
  return repaired.ok ? resolveCall(tool.definition, repaired, context) : repaired;
}

/**
 * The first step of a call: its arguments under their canonical names and valid, or their problems. Counted and logged
 * if that is on.
 */
export function repairForCall(tool: CompiledTool, input: unknown, context: CallContext): Repaired {
  const repaired = repairCounted(tool, input, context);
  context.record?.repaired(repaired, tool.definition);
  return repaired;
}

/**
 * The other steps, from repaired arguments to the prepared call. Their results can change with files, folders and the
 * environment.
 */
export function resolveCall(definition: ToolDefinition, repaired: Repaired & { readonly ok: true }, context: CallContext): ResolvedCall {
  const { params } = repaired;
  // Here and below, a feature that a tool doesn't use isn't even called, because the engine compiles a function on its
  // first call.
  const given = scopeOf(definition, params, context);
  const cwd = definition.cwd === undefined ? inWorkspace(context) : resolveCwd(definition, given, context);
  if (!cwd.ok) return cwd;
  const checked = definition.paths.length === 0 ? repaired : checkPaths(definition, params, { ...context, cwd: cwd.dir });
  if (!checked.ok) return checked;

  const own = hasOwn(definition) ? prepareCallFiles(definition, scopeOf(definition, checked.params, context), context) : nothingOwn;
  if (!own.ok) return own;
  const plain = checked === repaired ? given : scopeOf(definition, checked.params, context);
  const scope = own === nothingOwn ? plain : { ...plain, specDir: plain.specDir, ...own.scope };
  const argv = definition.command === undefined ? noArguments : buildArgv(definition.command, scope);
  const http = definition.http === undefined ? undefined : buildRequest(definition.http, scope);
  const stdin = optionalText(definition.stdin, scope);
  const env = buildEnvironment(withSecrets(definition), scope, { env: context.env, platform: process.platform });
  const summary = optionalText(definition.summary, given);
  const outputFile = optionalText(definition.output.file, scope);
  if (http?.ok === false) return refuseAll([http, summary]);
  if (!argv.ok || !stdin.ok || !env.ok || !summary.ok || !outputFile.ok) return refuseAll([argv, stdin, env, summary, outputFile]);

  const { program, specDir } = definition.command ?? noProgram;
  return {
    ok: true,
    call: {
      program: specDir ? resolve(scope.specDir, program) : program,
      args: argv.args,
      cwd: cwd.dir,
      stdin: stdin.text,
      env: env.env,
      params,
      summary: summary.text,
      ...(outputFile.text !== undefined && resultFile(definition, resolve(cwd.dir, outputFile.text), context)),
      ...(definition.sandbox !== undefined && { sandbox: sandboxPolicy(definition, checked.params, context) }),
      ...(http !== undefined && { request: http.request }),
      ...(definition.background !== undefined && { background: backgroundCall(definition, definition.background, context) }),
      ...(definition.guard !== undefined && guardOf(definition.guard, checked.params)),
      ...own.call,
      ...(definition.command?.handler !== undefined && handlerStart(definition, definition.command.handler, context)),
    },
  };
}

/** A file in the arguments stays in its root. */
function resultFile({ output, paths, project }: ToolDefinition, outputFile: string, context: CallContext) {
  const named = new Set(output.file?.flatMap(paramsIn));
  const roots = paths.filter((rule) => named.has(rule.target[0] ?? "")).map((rule) => rootOf(rule.root, project, context));
  const root = roots.find(({ dir, bounded }) => bounded && isWithin(outputFile, dir));
  return root === undefined ? { outputFile } : { outputFile, outputWithin: root.dir };
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
const noArguments = { ok: true, args: [] } as const;

const hasOwn = ({ secrets, tempDir }: ToolDefinition) => secrets !== undefined || tempDir === true;

/** Secrets reach the program under their own names. */
function withSecrets({ env, secrets }: ToolDefinition): ToolDefinition["env"] {
  return secrets === undefined ? env : { ...env, pass: [...env.pass, ...Object.keys(secrets)] };
}

function scopeOf(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): PlaceholderScope {
  const { params: order, specDir } = definition;
  return {
    params,
    order,
    workspace,
    get specDir() {
      return resolve(projectDir, specDir);
    },
  };
}

const inWorkspace = ({ workspace }: CallContext) => ({ ok: true, dir: workspace }) as const;

function optionalText(text: Text | undefined, scope: PlaceholderScope) {
  return text === undefined ? ({ ok: true, text: undefined } as const) : buildText(text, scope);
}

function refuseAll(results: readonly (Refusal | { readonly ok: true })[]): Refusal {
  return mergeRefusals(results.filter((result) => !result.ok));
}
