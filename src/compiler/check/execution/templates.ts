import type { Command, ValueGuard } from "../../../contract/definition.js";
import type { Diagnostic, Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { fileBase } from "../../../contract/names.js";
import type { HttpRequest } from "../../../contract/request.js";
import { parameterNames } from "../../../contract/schema-variants.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { checkShell } from "../../../programs/check-shell.js";
import { type CheckedCommand, checkCommand } from "../../../programs/command.js";
import { type CommandFindings, type CommandRules, checkCommandRules } from "../../../programs/command-rules.js";
import { type DashExemptions, type DashNote, leadingDashNote, leadingDashNotes } from "../../../programs/dash-rules.js";
import type { PlacedValue } from "../../../programs/place-class.js";
import type { TemplateContext } from "../../../programs/template.js";
import type { HandlerModel } from "../../tool-model.js";
import { declaredRisk, secretNames } from "../language/long-forms.js";
import type { ToolContext } from "../language/tool-context.js";
import { checkHttp } from "./check-http.js";
import { type CheckedMcp, checkMcp } from "./check-mcp.js";
import { type CheckedTexts, checkTexts } from "./check-texts.js";
import { type CheckedPlatforms, checkPlatforms } from "./platforms.js";
import { checkSecrets } from "./secrets.js";
import { checkLiteralItems, checkSuspiciousTemplates, checkUnusedParameter } from "./suspicious-templates.js";
import { checkEnvironment, inputValues } from "./tool-inputs.js";

/** All templates of a tool, compiled. One that is missing from the spec, or wrong in it, is `undefined`. */
export interface CheckedTemplates extends Omit<CheckedTexts, "used"> {
  readonly command: Command | undefined;
  readonly http: HttpRequest | undefined;
  readonly mcp: CheckedMcp | undefined;
  readonly handler: CheckedHandler["handler"] | undefined;
  readonly envSet: Readonly<Record<string, TextTemplate>>;
  /** True if a call needs its own folder. */
  readonly tempDir: boolean;
  readonly dashes: readonly DashNote[];
  readonly platforms: CheckedPlatforms["platforms"];
  /** True if a value can pass any option to the program. */
  readonly unguarded: boolean;
  /** The values of a call in the places of its commands. */
  readonly values: readonly PlacedValue[];
  readonly guards: readonly ValueGuard[];
  /** Parameters that are code wherever they stand, and that options of the author's make harmless. */
  readonly mild: readonly string[];
}

/** Compiles what runs a tool and its texts, and checks how they use parameters. */
export function checkTemplates(tool: ToolContext, schema: JsonObject): Result<CheckedTemplates> {
  const { spec } = tool;
  const exemptions: DashExemptions = { paths: Object.keys(spec.paths ?? {}), allowed: spec.allowLeadingDash ?? [] };
  const own: TemplateContext["own"] = {
    tempFiles: Object.keys(spec.tempFiles ?? {}),
    secrets: secretNames(spec.secrets),
    takesSecrets: false,
    used: new Set(),
  };
  const context: TemplateContext = { schema, used: new Set(), dash: (value) => leadingDashNote(value, exemptions).mayDash, own };
  const [executions, executionProblems] = checkExecutions(tool, context, { exemptions, input: inputValues(tool, context) });
  const [texts, textProblems] = checkTexts(tool, context);
  const useProblems = checkUses(tool, { context, executions, texts });
  const { command, findings, handler, http, mcp, envSet, platforms } = executions;
  const dashes = [...leadingDashNotes(command?.words ?? [], exemptions), ...platforms.dashes];
  const { used: _, ...templates } = texts;
  const value = {
    ...templates,
    command: handler?.command ?? mcp?.command ?? command?.command,
    handler: handler?.handler,
    http,
    mcp,
    stdin: handler === undefined ? texts.stdin : handlerInput,
    envSet,
    tempDir: Object.keys(spec.tempFiles ?? {}).length > 0 || own.used.has("tempDir"),
    dashes: [...new Map(dashes.map((note) => [`${note.param} ${note.because}`, note])).values()],
    platforms: platforms.platforms,
    unguarded: findings.unguarded || platforms.unguarded,
    guards: [...new Map([...findings.guards, ...platforms.guards].map((one) => [`${one.param.join(".")} ${one.kind}`, one])).values()],
    mild: mildOf([...findings.code, ...platforms.code]),
    // What a server does is known to its author alone, who can say it with `risk`.
    values: distinct([
      ...findings.values,
      ...platforms.values,
      ...(mcp === undefined || declaredRisk(spec).level !== undefined
        ? []
        : [{ where: `the MCP server ${mcp.call.server.name}`, class: "unknown", verdict: "asked", because: "class" } as const]),
    ]),
  };
  return [value, [...executionProblems, ...textProblems, ...useProblems]];
}

const mildOf = (code: CheckedPlatforms["code"]): readonly string[] =>
  code.flatMap(({ param }) => (code.every((other) => other.param !== param || other.isMild) ? [param] : []));

const distinct = (all: readonly PlacedValue[]): readonly PlacedValue[] => [
  ...new Map(all.map((one) => [`${one.param} ${one.where} ${one.verdict} ${one.claimedIn}`, one])).values(),
];

interface Uses {
  readonly context: TemplateContext;
  readonly executions: CheckedExecutions;
  readonly texts: CheckedTexts;
}

/** Reports parameters and secrets that are declared and not used, and texts that look like uses and aren't. */
function checkUses(tool: ToolContext, { context, executions, texts }: Uses): readonly Diagnostic[] {
  const { command, http, mcp } = executions;
  const names = parameterNames(context.schema);
  const secrets = new Set([...context.own.used].flatMap((name) => (name.startsWith("secret.") ? [name.slice("secret.".length)] : [])));
  // Without `arguments`, a server gets all of them.
  const namesParameters = command !== undefined || http !== undefined || mcp?.call.arguments !== undefined;
  return [
    ...(namesParameters ? checkUnusedParameter(tool, names, new Set([...context.used, ...texts.used])) : []),
    ...checkSecrets(tool, http === undefined || command !== undefined ? undefined : secrets),
    ...checkSuspiciousTemplates(tool, names),
    ...checkLiteralItems(tool, names),
  ];
}

/** Each way to run a tool, compiled. One that is missing from the spec, or wrong in it, is `undefined`. */
interface CheckedExecutions {
  /** The command or the script. */
  readonly command: CheckedCommand | undefined;
  readonly findings: CommandFindings;
  readonly handler: CheckedHandler | undefined;
  readonly http: HttpRequest | undefined;
  readonly mcp: CheckedMcp | undefined;
  readonly envSet: Readonly<Record<string, TextTemplate>>;
  readonly platforms: CheckedPlatforms;
}

function checkExecutions(tool: ToolContext, context: TemplateContext, rules: CommandRules): Result<CheckedExecutions> {
  const { shell, command: value, env } = tool.spec;
  const [command, commandProblems] =
    shell === undefined
      ? checkCommand(tool, context, { value, path: ["command"] })
      : checkShell(tool, context, { value: shell, path: ["shell"], input: rules.input });
  const [handler, handlerProblems] = checkHandler(tool);
  const findings = checkCommandRules(tool, command, rules);
  const [envSet, envProblems] = checkEnvironment(tool, context, { env, path: ["env"] });
  const [platforms, platformProblems] = checkPlatforms(tool, { templates: context, rules, base: command });
  const [http, httpProblems] = checkHttp(tool, context);
  const [mcp, mcpProblems] = checkMcp(tool, context);
  return [
    { command, findings, handler, http, mcp, envSet, platforms },
    [...httpProblems, ...mcpProblems, ...commandProblems, ...handlerProblems, ...findings.problems, ...envProblems, ...platformProblems],
  ];
}

/** A handler, and the command that starts it. */
interface CheckedHandler {
  readonly handler: HandlerModel;
  readonly command: Command;
}

/** A handler reads the whole checked call. */
const handlerInput: TextTemplate = [{ kind: "json", ref: { from: "call", name: "params" } }];

/**
 * Checks that `handler` names a function in a file of the project, and that no key beside it is about a program. The
 * file itself is read later.
 */
function checkHandler(tool: ToolContext): Result<CheckedHandler | undefined> {
  const { handler } = tool.spec;
  if (handler === undefined) return [undefined, []];
  const log = keysBeside(tool).map((path) => diagnostic("key-beside-handler", tool.at(path, "key"), { key: path.join(".") }));
  const span = tool.at(["handler"]);
  const [, path, exportName] = /^(\.\.?\/[^#\0]+\.[cm]?[jt]sx?)#([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(handler) ?? [];
  if (path === undefined || exportName === undefined) return [undefined, [...log, diagnostic("handler-form", span, { value: handler })]];
  const file = within(tool.document.file.path, path);
  if (file === undefined) return [undefined, [...log, diagnostic("handler-outside", span, { path })]];
  const program = file.slice(file.lastIndexOf("/") + 1);
  const command = { program, specDir: false, items: [], handler: `${fileBase(tool.spec.name ?? "")}.cjs` };
  const external = (tool.spec.external ?? []).map((name, i) => ({ name, span: tool.at(["external", i]) }));
  return [{ handler: { file, exportName, external, span }, command }, log];
}

function keysBeside({ spec, has }: ToolContext): readonly (readonly string[])[] {
  const platforms = Object.entries(spec.platforms ?? {}).flatMap(([name, platform]) =>
    (["program", "command"] as const).flatMap((key) =>
      platform !== false && platform?.[key] !== undefined ? [["platforms", name, key]] : [],
    ),
  );
  return [...(has("stdin") ? [["stdin"]] : []), ...platforms];
}

/**
 * Resolves a path that is relative to a spec's folder against the project's root; `undefined` if it leads out of it.
 */
function within(spec: string, path: string): string | undefined {
  const steps = spec.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join("/");
}
