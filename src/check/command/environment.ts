import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { Text } from "../../runtime/contract/template.js";
import type { NodePath } from "../../source/tree.js";
import type { ToolContext } from "../context.js";
import type { EnvSpec } from "../language/environment-shape.js";
import { codeNames } from "../rules/code-risk.js";
import { checkVariable } from "../rules/environment-variables.js";
import { checkText, type TemplateContext } from "../template/text.js";
import { valuesReached } from "../values/input-values.js";
import { variablesSetByEnv } from "./secrets-and-temp-files.js";

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
): Result<Readonly<Record<string, Text>>> {
  const log: Diagnostic[] = [];
  const texts = variablesSetByEnv(env).flatMap((name) => {
    const used = new Set<string>();
    const at = [...path, "set", name];
    const own = { ...context.own, takesSecrets: true };
    const [text, problems] = checkText(tool, { ...context, used, own }, at);
    for (const param of used) context.used.add(param);
    log.push(
      ...problems,
      ...checkVariable(tool, {
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
