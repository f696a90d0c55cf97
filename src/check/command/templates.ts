import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { PlacedValue } from "../../model/place-class.js";
import type { DashNote } from "../../model/tool.js";
import type { Command, ValueGuard } from "../../runtime/contract/definition.js";
import type { HttpRequest } from "../../runtime/contract/http-request.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ToolContext } from "../context.js";
import { declaredRisk } from "../lower/lower-risk.js";
import type { CheckedMcp } from "../mcp/check-mcp.js";
import { checkLiteralItems } from "../rules/literal-items.js";
import { checkSecrets } from "../rules/secrets.js";
import { checkSuspiciousTemplates } from "../rules/suspicious-templates.js";
import { checkUnusedParameter } from "../rules/unused-parameter.js";
import { parameterNames } from "../schema/types.js";
import type { TemplateContext } from "../template/check-text.js";
import type { OwnNames } from "../template/template-scope.js";
import { inputValues } from "../values/input-values.js";
import { type CheckedExecutions, checkExecutions } from "./check-executions.js";
import { type CheckedHandler, handlerInput } from "./check-handler.js";
import { type CheckedTexts, checkTexts } from "./check-texts.js";
import { type DashExemptions, leadingDashNote, leadingDashNotes } from "./leading-dash-notes.js";
import type { CheckedPlatforms } from "./platforms.js";
import { secretNames } from "./secret-names.js";

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
  const own: OwnNames = {
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
