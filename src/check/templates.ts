import type { Diagnostic, Result } from "../diagnostics/diagnostic.js";
import type { DashNote } from "../model/tool.js";
import type { Command, Text } from "../runtime/definition.js";
import type { JsonObject } from "../runtime/json.js";
import type { NodePath } from "../source/tree.js";
import { checkCommand } from "./command.js";
import type { ToolContext } from "./context.js";
import { type DashExemptions, dashNote, dashNotes } from "./rules/dash.js";
import { checkEvaluated } from "./rules/evaluated-argument.js";
import { checkOptionNames } from "./rules/option-name.js";
import { checkCwd, checkVariable } from "./rules/surroundings.js";
import { checkHabits } from "./rules/template-habits.js";
import { checkUnguardedDashes } from "./rules/unguarded-dash.js";
import { checkUnused } from "./rules/unused-parameter.js";
import { parameterNames } from "./schema/types.js";
import { checkText, type TemplateContext } from "./text.js";
import type { ToolSpec } from "./tool-shape.js";

/** Every template of a tool, compiled. What is missing from the spec, or wrong in it, is `undefined`. */
export interface CheckedTemplates {
  readonly command: Command | undefined;
  readonly cwd: Text | undefined;
  readonly stdin: Text | undefined;
  readonly summary: Text | undefined;
  readonly envSet: Readonly<Record<string, Text>>;
  readonly dashes: readonly DashNote[];
  /** Whether a value can pass any option to the program (SPEC §5). */
  readonly unguarded: boolean;
}

/** Compiles the command and the texts of a tool, and checks what parameters do in them (SPEC §4 to §6). */
export function checkTemplates(tool: ToolContext, schema: JsonObject): Result<CheckedTemplates> {
  const { spec } = tool;
  const log: Diagnostic[] = [];
  const exemptions: DashExemptions = { paths: Object.keys(spec.paths ?? {}), allowed: spec.allowLeadingDash ?? [] };
  const context: TemplateContext = { schema, used: new Set(), dash: (value) => dashNote(value, exemptions).mayDash };
  const textAt = (path: NodePath) => {
    const used = new Set<string>();
    const [text, diagnostics] = checkText(tool, { ...context, used }, path);
    log.push(...diagnostics);
    return { text, used };
  };

  const [checked, commandProblems] = checkCommand(tool, context);
  const words = checked?.words ?? [];
  const unguarded = checkUnguardedDashes(words, exemptions);
  log.push(...commandProblems, ...unguarded, ...checkOptionNames(words));
  // Where `code` itself is wrong, that is the mistake.
  if (checked !== undefined && (spec.code !== undefined || !tool.has("code"))) {
    log.push(...checkEvaluated(checked.command.program, words, Object.keys(spec.code ?? {})));
  }

  const cwd = textAt(["cwd"]);
  const stdin = textAt(["stdin"]);
  const summary = textAt(["summary"]);
  textAt(["risk", "impact"]);
  const variables = variablesOf(spec).map((name) => ({ name, ...textAt(["env", "set", name]) }));
  log.push(...checkCwd(tool, cwd.text), ...variables.flatMap(({ name, used }) => checkVariable(tool, name, used)));

  // A summary tells of a call and carries nothing out: a parameter that stands there alone is not used.
  const used = new Set([context.used, cwd.used, stdin.used, ...variables.map((variable) => variable.used)].flatMap((names) => [...names]));
  if (checked !== undefined) log.push(...checkUnused(tool, parameterNames(schema), used));
  const envSet = Object.fromEntries(variables.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]])));
  log.push(...checkHabits(tool, parameterNames(schema)));
  const dashes = dashNotes(words, exemptions);
  const value = {
    command: checked?.command,
    cwd: cwd.text,
    stdin: stdin.text,
    summary: summary.text,
    envSet,
    dashes,
    unguarded: unguarded.length > 0,
  };
  return [value, log];
}

function variablesOf({ env }: ToolSpec): readonly string[] {
  return env !== undefined && !Array.isArray(env) && "set" in env ? Object.keys(env.set ?? {}) : [];
}
