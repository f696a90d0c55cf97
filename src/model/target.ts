import type { Model, ToolModel } from "./tool.js";

/** What tools are compiled for, as `targets` in toolgen.yaml names it. */
export const targetNames = ["gemini", "mcp", "classes"] as const;
export type TargetName = (typeof targetNames)[number];

/** Something for each target. */
export type ByTarget<T> = Readonly<Record<TargetName, T>>;

export function byTarget<T>(value: (name: TargetName) => T): ByTarget<T> {
  return { gemini: value("gemini"), mcp: value("mcp"), classes: value("classes") };
}

/** The model that outputs for all of these targets are made from: without the tools that one of them leaves out. */
export function modelFor(model: Model, ...targets: readonly TargetName[]): Model {
  const excluded = new Set(targets.flatMap((target) => model.excluded[target]));
  return excluded.size === 0 ? model : { ...model, tools: model.tools.filter(({ name }) => !excluded.has(name)) };
}

/** The targets that hold a tool; a tool that a client carries out itself is in none. */
export function targetsOf({ excluded }: Pick<Model, "excluded">, { name, host }: ToolModel): readonly TargetName[] {
  return host === undefined ? targetNames.filter((target) => !excluded[target].includes(name)) : [];
}
