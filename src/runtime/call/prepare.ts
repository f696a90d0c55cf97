import { resolve } from "node:path";
import { buildArgv } from "../argv/build.js";
import { buildEnvironment } from "../argv/environment.js";
import type { Scope } from "../argv/scope.js";
import { buildText } from "../argv/text.js";
import type { Via } from "../audit/audit-line.js";
import type { CallRecord } from "../audit/call-record.js";
import type { Consent } from "../consent/consent.js";
import type { BackgroundRules, CompiledTool, Text, ToolDefinition } from "../definition.js";
import { handlerStart } from "../handler/handler-start.js";
import { buildRequest } from "../http/build-request.js";
import type { PreparedRequest } from "../http/request-template.js";
import type { JsonObject } from "../json.js";
import { isWithin, rootOf } from "../paths/bounds.js";
import { checkPaths } from "../paths/check.js";
import { resolveCwd } from "../paths/cwd.js";
import { paramsIn } from "../paths/params-in.js";
import { mergeRefusals, type Refusal } from "../refusal.js";
import { type Confinement, confinement } from "../sandbox/confinement.js";
import type { GuardRules } from "../shell-guard/guard-rules.js";
import { repairCounted } from "../statistics/repair-counted.js";
import { prepareOwn, type TemporaryFolder } from "./prepare-own.js";

/** What surrounds a call. `workspace` is the absolute launch directory, `projectDir` the absolute root of the specs' project. */
export interface CallContext {
  readonly workspace: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command line says of the tool's risk, beside settings. */
  readonly commandLine?: Consent;
  /** How the call came, which makes it one for the audit log (docs/audit.md); without it, it is a look. */
  readonly via?: Via;
  /** Repairs and checks arguments within the time limit of the tool. Without it, that isn't limited. */
  readonly limit?: <T>(timeoutMs: number, work: () => T) => T;
  /** Is told what becomes of the call, where it is written down. */
  readonly record?: CallRecord;
}

/** A call that is checked and ready to run: nothing of it depends on the definition any more. */
export interface PreparedCall {
  /** A name to be found on PATH, or an absolute path; empty where a request carries the call out. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `undefined`: standard input is empty and closed. */
  readonly stdin: string | undefined;
  /** The whole environment. */
  readonly env: Record<string, string>;
  /** The call's own folder and files, to be made before it is run and removed after it. */
  readonly temporary?: TemporaryFolder;
  /** The file that the result is read from; absolute. */
  readonly outputFile?: string;
  /** The folder that this file must not have left by the time it is read. */
  readonly outputWithin?: string;
  /** Whether a handler is run: what it says while it is at work is on standard error, for standard output is its result. */
  readonly handler?: true;
  /** Values that nobody may be shown. */
  readonly secrets?: readonly string[];
  /** What the program is held to, where the definition says so. */
  readonly sandbox?: Confinement;
  /** What carries the call out in the place of a program. */
  readonly request?: PreparedRequest;
  /** What is done with a background program, of which tool, and where. */
  readonly background?: BackgroundCall;
  /** The command whose trailing filters are guarded. */
  readonly guard?: { readonly rules: GuardRules; readonly command: string };
  /** The canonical arguments, with paths as the model gave them. */
  readonly params: JsonObject;
  /** `undefined`: the definition has none, or its text is absent. */
  readonly summary: string | undefined;
}

export interface BackgroundCall {
  readonly rules: BackgroundRules;
  readonly tool: string;
  readonly workspace: string;
  readonly projectDir: string;
  readonly timeoutMs: number;
}

/** From what a model sent to what is run: repair, working directory, paths, arguments, input, environment. Runs and changes nothing. */
export function prepare(
  tool: CompiledTool,
  input: unknown,
  context: CallContext,
): { readonly ok: true; readonly call: PreparedCall } | Refusal {
  const repaired = repairCounted(tool, input, context);
  context.record?.repaired(repaired, tool.definition);
  if (!repaired.ok) return repaired;
  const { definition } = tool;
  const { params } = repaired;
  // Here and in what follows, what a tool has none of is not even asked for: the engine compiles a function when it is first called.
  const given = scopeOf(definition, params, context);
  const cwd = definition.cwd === undefined ? inWorkspace(context) : resolveCwd(definition, given, context);
  if (!cwd.ok) return cwd;
  const checked = definition.paths.length === 0 ? repaired : checkPaths(definition, params, { ...context, cwd: cwd.dir });
  if (!checked.ok) return checked;

  const own = hasOwn(definition) ? prepareOwn(definition, scopeOf(definition, checked.params, context), context) : nothingOwn;
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
      ...(definition.sandbox !== undefined && { sandbox: confinement(definition, checked.params, context) }),
      ...(http !== undefined && { request: http.request }),
      ...(definition.background !== undefined && { background: backgroundCall(definition, definition.background, context) }),
      ...(definition.guard !== undefined && guardOf(definition.guard, checked.params)),
      ...own.call,
      ...(definition.command?.handler !== undefined && handlerStart(definition, definition.command.handler, context)),
    },
  };
}

/** A file that arguments name stays in their root. */
function resultFile({ output, paths, project }: ToolDefinition, outputFile: string, context: CallContext) {
  const named = new Set(output.file?.flatMap(paramsIn));
  const roots = paths.filter((rule) => named.has(rule.target[0] ?? "")).map((rule) => rootOf(rule.root, project, context));
  const root = roots.find(({ dir, bounded }) => bounded && isWithin(outputFile, dir));
  return root === undefined ? { outputFile } : { outputFile, outputWithin: root.dir };
}

function backgroundCall({ timeoutMs }: ToolDefinition, rules: BackgroundRules, { workspace, projectDir }: CallContext): BackgroundCall {
  return { rules, tool: rules.of, workspace, projectDir, timeoutMs };
}

/** A call without a command, or with none that could end in a filter, has nothing to guard. */
function guardOf(rules: GuardRules, params: JsonObject): Pick<PreparedCall, "guard"> {
  const command = params[rules.param];
  return typeof command === "string" && command.includes("|") ? { guard: { rules, command } } : {};
}

const nothingOwn = { ok: true, scope: {}, call: {} } as const;

const noProgram = { program: "", specDir: false } as const;
const noArguments = { ok: true, args: [] } as const;

const hasOwn = ({ secrets, tempDir }: ToolDefinition) => secrets !== undefined || tempDir === true;

/** Secrets reach the program by their own names. */
function withSecrets({ env, secrets }: ToolDefinition): ToolDefinition["env"] {
  return secrets === undefined ? env : { ...env, pass: [...env.pass, ...Object.keys(secrets)] };
}

function scopeOf(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): Scope {
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

function optionalText(text: Text | undefined, scope: Scope) {
  return text === undefined ? ({ ok: true, text: undefined } as const) : buildText(text, scope);
}

function refuseAll(results: readonly (Refusal | { readonly ok: true })[]): Refusal {
  return mergeRefusals(results.filter((result) => !result.ok));
}
