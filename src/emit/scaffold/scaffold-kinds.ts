/** The ways to run a tool that a spec can begin with. */
export const scaffoldKinds = ["command", "shell", "http", "handler"] as const;
export type ScaffoldKind = (typeof scaffoldKinds)[number];
