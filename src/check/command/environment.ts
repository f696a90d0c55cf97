import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import type { EnvSpec } from "../language/command-shape.js";
import { codeNames } from "../rules/code-risk.js";
import { checkEnvironmentVariable } from "../rules/environment-variables.js";
import { checkText, type TemplateContext } from "../template/check-text.js";
import { valuesReached } from "../values/input-values.js";
import { variablesSetByEnv } from "./variables-set-by-env.js";

/** An `env` and its position: the tool's own, or a platform's. */
export interface EnvironmentSource {
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
