import type { Diagnostic, Result } from "../../../contract/diagnostic.js";
import { selectorText } from "../../../contract/json-value.js";
import { parameterNames } from "../../../contract/schema-variants.js";
import type { NodePath } from "../../../contract/spec-node.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { checkEnvironmentVariable } from "../../../programs/command-rules.js";
import { codeNames, type InputValues, templateAt, valuesAt } from "../../../programs/input-values.js";
import { checkText, type TemplateContext } from "../../../programs/template.js";
import { projectRows } from "../../../programs/uses.js";
import type { EnvSpec } from "../language/execution-shapes.js";
import { lowerPaths, tempFileTexts, variablesSetByEnv } from "../language/long-forms.js";
import type { ToolContext } from "../language/tool-context.js";

/**
 * The values in the standard input, the working folder, the temporary files and the variables that a tool gives its
 * program.
 */
export function inputValues(tool: ToolContext, context: TemplateContext): InputValues {
  return {
    code: Object.fromEntries((codeNames(tool) ?? []).map((name) => [name, tool.spec.code?.[name]])),
    stdin: valuesAt(tool, context, ["stdin"]),
    cwd: valuesAt(tool, context, ["cwd"]),
    tempFiles: Object.fromEntries(tempFileTexts(tool.spec).map(({ name, path }) => [name, valuesAt(tool, context, path)])),
    env: variablesOf(tool, context),
    paths: Object.keys(tool.spec.paths ?? {}),
    writable: lowerPaths(tool.spec).flatMap(({ target, access }) => (access === "read" ? [] : [selectorText(target)])),
    data: tool.spec.data ?? [],
    programs: projectRows(tool.project.programs),
    isAllData: parameterNames(context.schema).every((name) => tool.spec.data?.includes(name)),
    texts: wholeTexts(tool, context),
  };
}

function wholeTexts(tool: ToolContext, context: TemplateContext): InputValues["texts"] {
  const stdin = templateAt(tool, context, ["stdin"]);
  const files = tempFileTexts(tool.spec).flatMap(({ name, path }) => {
    const text = templateAt(tool, context, path);
    return text === undefined ? [] : [[`@temp.${name}`, text] as const];
  });
  return { ...(stdin === undefined ? {} : { stdin }), tempFiles: Object.fromEntries(files) };
}

/** The values in the variables that a tool sets, on any platform. */
function variablesOf(tool: ToolContext, context: TemplateContext): InputValues["env"] {
  const { env, platforms = {} } = tool.spec;
  const ofPlatforms = Object.entries(platforms).flatMap(([name, platform]) =>
    variablePaths(platform === false ? undefined : platform?.env, ["platforms", name]),
  );
  const takingSecrets = { ...context, own: { ...context.own, takesSecrets: true } };
  const found: Record<string, InputValues["stdin"]> = {};
  for (const { name, path } of [...variablePaths(env), ...ofPlatforms])
    found[name] = [...(found[name] ?? []), ...valuesAt(tool, takingSecrets, path)];
  return found;
}

const variablePaths = (env: EnvSpec | undefined, path: NodePath = []): readonly { readonly name: string; readonly path: NodePath }[] =>
  variablesSetByEnv(env).map((name) => ({ name, path: [...path, "env", "set", name] }));

/** The values in a template, and those in the temporary files that it names. */
function valuesReached(tool: ToolContext, context: TemplateContext, path: NodePath): InputValues["stdin"] {
  const files = new Map(tempFileTexts(tool.spec).map((file) => [file.name, file.path]));
  return valuesAt(tool, context, path).flatMap((value) => {
    const { ref } = value.resolved;
    const held = ref.from === "temp" ? files.get(ref.name) : undefined;
    return held === undefined ? [value] : valuesAt(tool, context, held);
  });
}

/** An `env` and its position: the tool's own, or a platform's. */
interface EnvironmentSource {
  readonly env: EnvSpec | undefined;
  readonly path: NodePath;
}

/** Compiles the variables that an `env` sets. */
export function checkEnvironment(
  tool: ToolContext,
  context: TemplateContext,
  { env, path }: EnvironmentSource,
): Result<Readonly<Record<string, TextTemplate>>> {
  const log: Diagnostic[] = [];
  const texts = variablesSetByEnv(env).flatMap((name) => {
    const used = new Set<string>();
    const at = [...path, "set", name];
    const own = { ...context.own, takesSecrets: true };
    const [text, problems] = checkText(tool, { ...context, used, own }, at);
    for (const param of used) context.used.add(param);
    log.push(
      ...problems,
      ...checkEnvironmentVariable(tool, {
        variable: name,
        path: at,
        values: valuesReached(tool, { ...context, own }, at),
        code: codeNames(tool) ?? [],
      }),
    );
    return text === undefined ? [] : [[name, text] as const];
  });
  return [Object.fromEntries(texts), log];
}
