/** The implementations that a new spec can start with. */
export const scaffoldKinds = ["command", "shell", "http", "handler"] as const;
export type ScaffoldKind = (typeof scaffoldKinds)[number];
