import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { NodePath } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { listsName } from "../programs/program-names.js";
import { harmlessVariables, trustedVariables } from "../programs/variables.js";
import { isSelected } from "../template/is-selected.js";
import { parameterText } from "../template/parameter-text.js";
import { isAuthoredVariant, isFromModel, type ModelValue } from "../values/model-values.js";

/** A variable that `env.set` sets: its name, where that stands in the spec, and the values in its text. */
export interface SetVariable {
  readonly variable: string;
  readonly path: NodePath;
  readonly values: readonly ModelValue[];
  /** Selectors of the parameters that are program text. */
  readonly code: readonly string[];
}

/** A variable that programs use as code needs `code`, or a value that the author wrote. */
export function checkEnvironmentVariable(tool: ToolContext, { variable, path, values, code }: SetVariable): readonly Diagnostic[] {
  if (!loadsCode(variable)) return [];
  const wrong = values.filter(
    ({ resolved }) => isFromModel(resolved) && !isSelected(code, resolved) && !resolved.variants.every(isAuthoredVariant),
  );
  if (wrong.length === 0) return [];
  const names = [...new Set(wrong.map(({ resolved }) => parameterText(resolved)))];
  return [diagnostic("env-loads-code", tool.at(path, "key"), { variable, name: names.join(", ") }, { help: helpFor(names[0] ?? "x") })];
}

const helpFor = (name: string) =>
  `Make '${name}' an enum of what is meant, or say that it is code: \`code: { ${JSON.stringify(name)}: other }\`, and the tool is dangerous.`;

/** Returns true if no program uses a variable of this name as code or settings. */
export const isHarmlessVariable = (variable: string): boolean => listsName(harmlessVariables, variable);

/** Returns true if programs use a variable of this name as code, or look for code where it says. */
export const loadsCode = (variable: string): boolean =>
  !isHarmlessVariable(variable) && trustedVariables.some(({ names }) => listsName(names, variable));
