/** The targets that tools are compiled for, as `targets` in toolgen.yaml names them. */
export const targetNames = [
  "gemini",
  "mcp",
  "classes",
  "pi",
  "providers",
  "claude-plugin",
  "gemini-extension",
  "mcpb",
  "opencode",
  "docs",
] as const;

export type TargetName = (typeof targetNames)[number];

/** Folders that users install in their clients, whole. */
export const bundleNames = ["claude-plugin", "gemini-extension", "mcpb"] as const satisfies readonly TargetName[];

export type BundleName = (typeof bundleNames)[number];

/** Something for each target. */
export type ByTarget<T> = Readonly<Record<TargetName, T>>;

export function byTarget<T>(value: (name: TargetName) => T): ByTarget<T> {
  // Each name is there once.
  return Object.fromEntries(targetNames.map((name) => [name, value(name)])) as ByTarget<T>;
}

/** Targets that every project has. The others are built only where `toolgen.yaml` names them. */
export const isBuiltByDefault = (name: TargetName): boolean => name === "gemini" || name === "mcp" || name === "classes";
