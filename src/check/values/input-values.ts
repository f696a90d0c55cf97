import { selectorText } from "../../runtime/json/selector.js";
import type { NodePath } from "../../source/spec-node.js";
import { tempFileTexts } from "../command/temp-file-texts.js";
import { variablesSetByEnv } from "../command/variables-set-by-env.js";
import type { ToolContext } from "../context.js";
import type { EnvSpec } from "../language/command-shape.js";
import { lowerPaths } from "../lower/lower-paths.js";
import type { CodeLanguageName } from "../programs/code-languages.js";
import { type ProjectRows, projectRows } from "../programs/uses.js";
import { codeNames } from "../rules/code-risk.js";
import { parameterNames } from "../schema/types.js";
import { scopeFor, type TemplateContext } from "../template/check-text.js";
import { silent } from "../template/flatten.js";
import { parseTemplate } from "../template/parse-template.js";
import { type ModelValue, valuesOf } from "./model-values.js";
import type { ScopedTemplate } from "./program-texts.js";

/** The values in what a call gives a program besides its arguments. */
export interface InputValues {
  /**
   * The parameters that are program text, as selectors, and their languages. `undefined`: an invalid language, which
   * was reported.
   */
  readonly code: Readonly<Record<string, CodeLanguageName | undefined>>;
  readonly stdin: readonly ModelValue[];
  readonly cwd: readonly ModelValue[];
  readonly tempFiles: Readonly<Record<string, readonly ModelValue[]>>;
  /** By the variables that `env.set` sets, on any platform. */
  readonly env: Readonly<Record<string, readonly ModelValue[]>>;
  /** The parameters that are paths. */
  readonly paths: readonly string[];
  /** Those of them that the tool may write. */
  readonly writable: readonly string[];
  /** The parameters that the author calls plain data. */
  readonly data: readonly string[];
  /** The rows of the project's own programs. */
  readonly programs: ProjectRows | undefined;
  /** True if `data` names all parameters. */
  readonly isAllData: boolean;
  /** The whole texts, for programs that read them as scripts. Files are found by their placeholders: `@temp.name`. */
  readonly texts: { readonly stdin?: ScopedTemplate; readonly tempFiles: Readonly<Record<string, ScopedTemplate>> };
}

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
  const found: Record<string, readonly ModelValue[]> = {};
  for (const { name, path } of [...variablePaths(env), ...ofPlatforms])
    found[name] = [...(found[name] ?? []), ...valuesAt(tool, takingSecrets, path)];
  return found;
}

const variablePaths = (env: EnvSpec | undefined, path: NodePath = []): readonly { readonly name: string; readonly path: NodePath }[] =>
  variablesSetByEnv(env).map((name) => ({ name, path: [...path, "env", "set", name] }));

/** The values in a template, and those in the temporary files that it names. */
export function valuesReached(tool: ToolContext, context: TemplateContext, path: NodePath): readonly ModelValue[] {
  const files = new Map(tempFileTexts(tool.spec).map((file) => [file.name, file.path]));
  return valuesAt(tool, context, path).flatMap((value) => {
    const { ref } = value.resolved;
    const held = ref.from === "temp" ? files.get(ref.name) : undefined;
    return held === undefined ? [value] : valuesAt(tool, context, held);
  });
}

/** The values in a template of the tool. */
export function valuesAt(tool: ToolContext, context: TemplateContext, path: NodePath): readonly ModelValue[] {
  const text = templateAt(tool, context, path);
  return text === undefined ? [] : valuesOf(text.nodes, text.scope).map((value) => ({ ...value, text }));
}

/** A template of the tool. Mistakes in it are reported where it is compiled. */
function templateAt(tool: ToolContext, context: TemplateContext, path: NodePath): ScopedTemplate | undefined {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return undefined;
  const [nodes] = parseTemplate(scalar);
  return { nodes, scope: silent(scopeFor(scalar, { ...context, used: new Set(), own: { ...context.own, used: new Set() } }, [])) };
}
