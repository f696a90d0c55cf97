import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { DashNote } from "../../model/tool.js";
import type { Command, TempFile } from "../../runtime/contract/definition.js";
import type { HttpRequest } from "../../runtime/contract/http-request.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { checkHttp } from "../http/check-http.js";
import { longOutput } from "../lower/long-output.js";
import { declaredRisk, type Impacts } from "../lower/lower-risk.js";
import { type CheckedMcp, checkMcp } from "../mcp/check-mcp.js";
import { checkCwdPath } from "../rules/cwd-path.js";
import { type DashExemptions, leadingDashNote, leadingDashNotes } from "../rules/leading-dash-notes.js";
import { checkLiteralItems } from "../rules/literal-items.js";
import { checkOutputFilePath } from "../rules/output-file-path.js";
import { checkSecrets } from "../rules/secrets.js";
import { checkSuspiciousTemplates } from "../rules/suspicious-templates.js";
import { checkUnusedParameter } from "../rules/unused-parameter.js";
import { parameterNames } from "../schema/types.js";
import { checkShell } from "../shell/check-shell.js";
import { checkText, type TemplateContext } from "../template/check-text.js";
import type { OwnNames } from "../template/template-scope.js";
import { inputValues } from "../values/input-values.js";
import { type CheckedHandler, checkHandler, handlerInput } from "./check-handler.js";
import { checkCommand } from "./command.js";
import { checkCommandRules } from "./command-rules.js";
import { checkEnvironment } from "./environment.js";
import { type CheckedPlatforms, checkPlatforms } from "./platforms.js";
import { secretNames } from "./secret-names.js";
import { tempFileTexts } from "./temp-file-texts.js";

/** All templates of a tool, compiled. One that is missing from the spec, or wrong in it, is `undefined`. */
export interface CheckedTemplates {
  readonly command: Command | undefined;
  readonly http: HttpRequest | undefined;
  readonly mcp: CheckedMcp | undefined;
  readonly handler: CheckedHandler["handler"] | undefined;
  readonly cwd: TextTemplate | undefined;
  readonly stdin: TextTemplate | undefined;
  readonly summary: TextTemplate | undefined;
  readonly impacts: Impacts;
  readonly envSet: Readonly<Record<string, TextTemplate>>;
  readonly outputFile: TextTemplate | undefined;
  readonly display: TextTemplate | undefined;
  readonly tempFiles: readonly TempFile[];
  /** True if a call needs its own folder. */
  readonly tempDir: boolean;
  readonly dashes: readonly DashNote[];
  readonly platforms: CheckedPlatforms["platforms"];
  /** True if a value can pass any option to the program. */
  readonly unguarded: boolean;
  /** The programs that get values and that aren't in the table. */
  readonly unknownPrograms: readonly string[];
}

/** Compiles the command and the texts of a tool, and checks how they use parameters. */
export function checkTemplates(tool: ToolContext, schema: JsonObject): Result<CheckedTemplates> {
  const { spec } = tool;
  const log: Diagnostic[] = [];
  const exemptions: DashExemptions = { paths: Object.keys(spec.paths ?? {}), allowed: spec.allowLeadingDash ?? [] };
  const own: OwnNames = {
    tempFiles: Object.keys(spec.tempFiles ?? {}),
    secrets: secretNames(spec.secrets),
    takesSecrets: false,
    used: new Set(),
  };
  const context: TemplateContext = { schema, used: new Set(), dash: (value) => leadingDashNote(value, exemptions).mayDash, own };
  const textAt = (path: NodePath, takesSecrets = false) => {
    const used = new Set<string>();
    const [text, diagnostics] = checkText(tool, { ...context, used, own: { ...own, takesSecrets } }, path);
    log.push(...diagnostics);
    return { text, used };
  };

  const rules = { exemptions, input: inputValues(tool, context) };
  const [checked, commandProblems] =
    spec.shell === undefined
      ? checkCommand(tool, context, { value: spec.command, path: ["command"] })
      : checkShell(tool, context, { value: spec.shell, path: ["shell"], input: rules.input });
  const [handled, handlerProblems] = checkHandler(tool);
  const ruleFindings = checkCommandRules(tool, checked, rules);
  const [envSet, envProblems] = checkEnvironment(tool, context, { env: spec.env, path: ["env"] });
  const [onPlatforms, platformProblems] = checkPlatforms(tool, { templates: context, rules, base: checked });
  const [http, httpProblems] = checkHttp(tool, context);
  const [mcp, mcpProblems] = checkMcp(tool, context);
  log.push(
    ...httpProblems,
    ...mcpProblems,
    ...commandProblems,
    ...handlerProblems,
    ...ruleFindings.problems,
    ...envProblems,
    ...platformProblems,
  );

  const cwd = textAt(["cwd"]);
  const stdin = textAt(["stdin"], true);
  const files = tempFileTexts(spec).map(({ name, path, suffix }) => ({ name, suffix, ...textAt(path, true) }));
  const outputFile = textAt(["output", "file"]);
  // If another key of `output` is wrong, its fields are unknown.
  const isKnown = !tool.has("output") || spec.output !== undefined;
  const after = { outputSchema: longOutput(spec).schema };
  const [display, displayProblems] = isKnown
    ? checkText(tool, { ...context, used: new Set(), own: { ...own, tempFiles: [], after } }, ["output", "display"])
    : [undefined, []];
  log.push(...displayProblems);
  const summary = textAt(["summary"]);
  const impacts = {
    own: textAt(["risk", "impact"]).text,
    rules: declaredRisk(spec).rules?.map((_, i) => textAt(["risk", "rules", i, "impact"]).text) ?? [],
  };
  log.push(...checkCwdPath(tool, cwd.text), ...checkOutputFilePath(tool, outputFile.text));

  // A summary only describes a call, so a parameter that is only in the summary isn't used.
  const used = new Set([...context.used, ...cwd.used, ...stdin.used, ...outputFile.used, ...files.flatMap((file) => [...file.used])]);
  // Without `arguments`, a server gets all of them.
  const namesParameters = checked !== undefined || http !== undefined || mcp?.call.arguments !== undefined;
  if (namesParameters) log.push(...checkUnusedParameter(tool, parameterNames(schema), used));
  const usedSecrets = new Set([...own.used].flatMap((name) => (name.startsWith("secret.") ? [name.slice("secret.".length)] : [])));
  log.push(...checkSecrets(tool, http === undefined || checked !== undefined ? undefined : usedSecrets));
  log.push(...checkSuspiciousTemplates(tool, parameterNames(schema)), ...checkLiteralItems(tool, parameterNames(schema)));
  const dashes = [...leadingDashNotes(checked?.words ?? [], exemptions), ...onPlatforms.dashes];
  const value = {
    command: handled?.command ?? mcp?.command ?? checked?.command,
    handler: handled?.handler,
    http,
    mcp,
    cwd: cwd.text,
    stdin: handled === undefined ? stdin.text : handlerInput,
    summary: summary.text,
    impacts,
    envSet,
    outputFile: outputFile.text,
    display,
    tempFiles: files.flatMap(({ name, suffix, text }) => (text === undefined ? [] : [{ name, suffix, text }])),
    tempDir: files.length > 0 || own.used.has("tempDir"),
    dashes: [...new Map(dashes.map((note) => [`${note.param} ${note.because}`, note])).values()],
    platforms: onPlatforms.platforms,
    unguarded: ruleFindings.unguarded || onPlatforms.unguarded,
    // What a server does is known to its author alone.
    unknownPrograms: [
      ...new Set([
        ...ruleFindings.unknown,
        ...onPlatforms.unknown,
        ...(mcp === undefined ? [] : [`the MCP server ${mcp.call.server.name}`]),
      ]),
    ],
  };
  return [value, log];
}
