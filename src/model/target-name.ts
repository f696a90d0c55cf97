/** The targets that tools are compiled for, as `targets` in toolgen.yaml names them. */
export const targetNames = ["gemini", "mcp", "classes", "pi"] as const;

export type TargetName = (typeof targetNames)[number];

/** Something for each target. */
export type ByTarget<T> = Readonly<Record<TargetName, T>>;

export function byTarget<T>(value: (name: TargetName) => T): ByTarget<T> {
  return { gemini: value("gemini"), mcp: value("mcp"), classes: value("classes"), pi: value("pi") };
}
