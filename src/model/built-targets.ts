import { type TargetName, targetNames } from "./target-name.js";
import type { Model, ToolModel } from "./tool.js";

/** The model for outputs of all of these targets: without the tools that one of them leaves out. */
export function modelFor(model: Model, ...targets: readonly TargetName[]): Model {
  const excluded = new Set(targets.flatMap((target) => model.excluded[target]));
  return excluded.size === 0 ? model : { ...model, tools: model.tools.filter(({ name }) => !excluded.has(name)) };
}

/** The targets that a project is built for: most only if `toolgen.yaml` names them. */
export function builtTargets({ project }: Pick<Model, "project">): readonly TargetName[] {
  return targetNames.filter((target) => project.targets[target].isBuilt);
}

/** Returns the targets that include a tool. A tool that a client executes itself is in none. */
export function targetsOf(model: Pick<Model, "excluded" | "project">, { name, host }: ToolModel): readonly TargetName[] {
  return host === undefined ? builtTargets(model).filter((target) => !model.excluded[target].includes(name)) : [];
}
